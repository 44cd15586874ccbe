import type { AdministratorChange, AdministratorRow } from '@partnerdesk/contracts';
import { Button, Dialog, Form, readFailure, SubmitButton, useAlerts, useForm } from '@partnerdesk/web';
import { useState } from 'react';
import { isOpen, useChangeAdministratorMutation } from './administrators.api';
import { PermissionFields, permissionsOf, valuesOf } from './permission-fields';

interface EditDialogProps {
  administrator: AdministratorRow;
  onClose: () => void;
}

/** What one administrator may do, and the ways to end it. */
export function EditDialog({ administrator, onClose }: EditDialogProps) {
  const { adminID, emailAddress, firstName, permissions } = administrator;
  const alerts = useAlerts();
  const [change] = useChangeAdministratorMutation();
  const form = useForm({
    initial: valuesOf(permissions),
    validate: () => undefined,
    submit: async (values) => {
      const body = { permissions: permissionsOf(values) };
      await change({ adminID, change: 'permissions', body }).unwrap();
      alerts.success('Permissions have been saved');
      onClose();
    },
  });
  return (
    <Dialog title={firstName || emailAddress} onClose={onClose}>
      <p className="pd-panel-muted">{emailAddress}</p>
      <Form form={form} label="Permissions">
        <PermissionFields form={form} />
        <SubmitButton submitting={form.submitting}>Save permissions</SubmitButton>
      </Form>
      <AccessActions administrator={administrator} onDone={onClose} />
    </Dialog>
  );
}

interface Action {
  change: AdministratorChange;
  label: string;
  done: string;
}

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

function AccessActions({ administrator, onDone }: { administrator: AdministratorRow; onDone: () => void }) {
  const alerts = useAlerts();
  const [change, { isLoading }] = useChangeAdministratorMutation();
  const [refusal, setRefusal] = useState('');
  const run = async (action: Action) => {
    setRefusal('');
    try {
      await change({ adminID: administrator.adminID, change: action.change }).unwrap();
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
        {actionsOf(administrator).map((action) => (
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
