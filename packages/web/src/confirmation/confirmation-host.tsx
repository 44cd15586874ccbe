import { MESSAGE } from '@partnerdesk/contracts';
import { type Confirmation, useAlerts, useConfirmation } from '@partnerdesk/web/core';
import { type ComponentType, useEffect, useState } from 'react';

/** The one dialog that asks people to prove who they are; the shell shows it over every screen. Loaded when it is due. */
export function ConfirmationHost() {
  const confirmation = useConfirmation();
  const alerts = useAlerts();
  const [Dialog, setDialog] = useState<ComponentType<Confirmation>>();
  const missing = confirmation && !Dialog ? confirmation : undefined;

  useEffect(() => {
    if (!missing) return;
    import('@partnerdesk/web/kit').then(
      (kit) => setDialog(() => kit.ConfirmationDialog),
      () => {
        // As if it had been cancelled: the call can be made again.
        missing.close(false);
        alerts.danger(MESSAGE.genericError);
      },
    );
  }, [missing, alerts]);

  return confirmation && Dialog ? <Dialog {...confirmation} /> : null;
}
