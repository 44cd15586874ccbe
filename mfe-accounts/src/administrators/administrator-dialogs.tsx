import {
  type AdministratorChange,
  type AdministratorChangeRequest,
  type AdministratorRow,
  MAX_LENGTH,
  MAX_SIGN_IN_EMAIL,
  MESSAGE,
  MONEY_PERMISSIONS,
  PERMISSION_TEXT,
  PERMISSIONS,
  type PendingPermissions,
  type Permission,
} from '@partnerdesk/contracts';
import {
  Button,
  CheckField,
  Dialog,
  Form,
  type FormState,
  formatInstant,
  Panel,
  readFailure,
  requireEmail,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useConfiguration,
  useForm,
} from '@partnerdesk/web';
import { useState } from 'react';
import { isOpen, useChangeAdministratorMutation, useInviteAdministratorMutation } from './administrators.api';

interface EditDialogProps {
  administrator: AdministratorRow;
  onClose: () => void;
}

/** What one administrator may do, and the ways to end it. */
export function EditDialog({ administrator, onClose }: EditDialogProps) {
  const { adminID, emailAddress, firstName, permissions, pending, own, alone } = administrator;
  const alerts = useAlerts();
  const [change] = useChangeAdministratorMutation();
  // What waits stays asked for, unless it is taken out.
  const [initial] = useState(() => valuesOf([...permissions, ...(pending?.permissions ?? [])]));
  const form = useForm({
    initial,
    validate: () => undefined,
    submit: async (values) => {
      const body = { permissions: permissionsOf(values), was: permissionsOf(initial) };
      const saved = await change({ adminID, change: 'permissions', body }).unwrap();
      alerts.success(
        saved.pending
          ? 'Permissions have been saved; what moves money waits for another manager'
          : 'Permissions have been saved',
      );
      onClose();
    },
  });
  return (
    <Dialog title={firstName || emailAddress} onClose={onClose}>
      <p className="pd-panel-muted">{emailAddress}</p>
      {pending && <PendingRequest adminID={adminID} pending={pending} onDone={onClose} />}
      {own && !alone ? (
        <p>Another manager can change what you may do: {textOf(permissions)}.</p>
      ) : (
        <Form form={form} label="Permissions">
          <PermissionFields form={form} />
          <SubmitButton submitting={form.submitting}>Save permissions</SubmitButton>
        </Form>
      )}
      <Actions adminID={adminID} actions={actionsOf(administrator)} onDone={onClose} />
    </Dialog>
  );
}

interface PendingRequestProps {
  adminID: number;
  pending: PendingPermissions;
  onDone: () => void;
}

/** What another manager asked for, to be confirmed or declined; who asked for it takes it back. */
function PendingRequest({ adminID, pending, onDone }: PendingRequestProps) {
  const { businessTimezone } = useConfiguration();
  const { requestID, permissions, requestedBy, requestedAt, own } = pending;
  const body = { requestID };
  const decline: Action = own
    ? { change: 'decline-permissions', label: 'Take back', done: 'The request has been taken back', body }
    : { change: 'decline-permissions', label: 'Decline', done: 'The request has been declined', body };
  return (
    <Panel title="To be confirmed">
      <p>
        {requestedBy} asked for this on {formatInstant(requestedAt, businessTimezone)}: {textOf(permissions)}.
        {own && ' Another manager has to confirm it.'}
      </p>
      <Actions
        adminID={adminID}
        actions={own ? [decline] : [{ ...CONFIRM, body }, decline]}
        onDone={onDone}
      />
    </Panel>
  );
}

interface Action {
  body?: AdministratorChangeRequest;
  change: AdministratorChange;
  label: string;
  done: string;
}

const CONFIRM: Action = {
  change: 'confirm-permissions',
  label: 'Confirm',
  done: 'The permissions are in force',
};
const CLOSE: Action = { change: 'close', label: 'Close account', done: 'The account has been closed' };
const REOPEN: Action = { change: 'reopen', label: 'Reopen account', done: 'The account is open again' };
const END: Action = { change: 'end-sessions', label: 'End sessions', done: 'The sessions have been ended' };
const RESET: Action = {
  change: 'reset-second-factor',
  label: 'Reset second factor',
  done: 'The second factor has been reset, and the sessions ended',
};
const INVITE: Action = {
  change: 'invite-again',
  label: 'Send invitation again',
  done: 'A new invitation has been sent',
};

function actionsOf(administrator: AdministratorRow): Action[] {
  if (!isOpen(administrator)) return [REOPEN];
  if (administrator.invited) return [INVITE, CLOSE];
  return administrator.secondFactor ? [END, RESET, CLOSE] : [END, CLOSE];
}

interface ActionsProps {
  adminID: number;
  actions: readonly Action[];
  onDone: () => void;
}

function Actions({ adminID, actions, onDone }: ActionsProps) {
  const alerts = useAlerts();
  const [change, { isLoading }] = useChangeAdministratorMutation();
  const [refusal, setRefusal] = useState('');
  const run = async (action: Action) => {
    setRefusal('');
    try {
      const { change: name, body } = action;
      await change({ adminID, change: name, ...(body && { body }) }).unwrap();
      alerts.success(action.done);
      onDone();
    } catch (error) {
      const { reason, alert } = readFailure(error);
      setRefusal(reason || alert.text);
    }
  };
  return (
    <>
      {refusal && (
        <p className="pd-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div className="pd-dialog-end">
        {actions.map((action) => (
          <Button
            key={action.change}
            variant="outline-primary"
            aria-disabled={isLoading}
            onClick={() => !isLoading && void run(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
    </>
  );
}

/** Invites somebody by mail, with a link by which they set their password. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const alerts = useAlerts();
  const [invite] = useInviteAdministratorMutation();
  const form = useForm({
    initial: { emailAddress: '', firstName: '', ...valuesOf([]) },
    validate: (values) =>
      requireFields(values, ['emailAddress'], MESSAGE.enterEmail) ?? requireEmail(values, 'emailAddress'),
    submit: async ({ emailAddress, firstName, ...values }) => {
      const { emailAddress: to } = await invite({
        emailAddress: emailAddress.trim(),
        firstName: firstName.trim(),
        permissions: permissionsOf(values),
      }).unwrap();
      alerts.success(`The invitation has been sent to ${to}`);
      onClose();
    },
  });
  return (
    <Dialog title="Invite administrator" onClose={onClose}>
      <Form form={form} label="Invite administrator">
        <TextField
          form={form}
          name="emailAddress"
          label="Email"
          type="email"
          maxLength={MAX_SIGN_IN_EMAIL}
          hint="Gets a link to set a password, which works for three days."
          required
        />
        <TextField
          form={form}
          name="firstName"
          label="First name"
          maxLength={MAX_LENGTH.register.FirstName}
        />
        <PermissionFields form={form} />
        <div className="pd-dialog-end">
          <Button variant="outline-primary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submitting={form.submitting}>Send invitation</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

type PermissionValues = Record<Permission, boolean>;

const valuesOf = (given: readonly Permission[]) =>
  Object.fromEntries(PERMISSIONS.map((each) => [each, given.includes(each)])) as PermissionValues;

const permissionsOf = (values: PermissionValues) => PERMISSIONS.filter((each) => values[each]);

export const textOf = (permissions: readonly Permission[]): string =>
  permissions
    .map((each) => PERMISSION_TEXT[each])
    .map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join('; ') || 'none';

const TWO = MONEY_PERMISSIONS as readonly Permission[];

/** A box for each permission; those that take two managers stand by themselves. */
function PermissionFields<Values extends PermissionValues>({ form }: { form: FormState<Values> }) {
  return (
    <fieldset className="acc-permissions">
      <legend className="form-label">May</legend>
      {PERMISSIONS.filter((each) => !TWO.includes(each)).map((each) => (
        <CheckField key={each} form={form} name={each} label={PERMISSION_TEXT[each]} />
      ))}
      <p className="pd-field-hint">What moves money waits until another manager confirms it:</p>
      {TWO.map((each) => (
        <CheckField key={each} form={form} name={each} label={PERMISSION_TEXT[each]} />
      ))}
    </fieldset>
  );
}
