import type {
  AdministratorChange,
  AdministratorChangeRequest,
  AdministratorRow,
  PendingPermissions,
} from '@partnerdesk/contracts';
import {
  Button,
  Dialog,
  Form,
  formatInstant,
  Panel,
  readFailure,
  SubmitButton,
  useAlerts,
  useConfiguration,
  useForm,
} from '@partnerdesk/web';
import { useState } from 'react';
import { isOpen, useChangeAdministratorMutation } from './administrators.api';
import { PermissionFields, permissionsOf, textOf, valuesOf } from './permission-fields';

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
