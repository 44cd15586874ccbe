import type { TaxIdRequest } from '@partnerdesk/contracts';
import { readFailure, useAlerts } from '@partnerdesk/web';
import { useRef } from 'react';
import { counted } from '../payroll/texts';
import { useAskPayeesMutation } from './tax-forms.api';

/** Asks payees by mail for what is missing. What failed is asked again under the same id, so that nobody is mailed twice. */
export function useAsking(year: number) {
  const alerts = useAlerts();
  const [send, { isLoading: busy }] = useAskPayeesMutation();
  const failed = useRef(new Map<string, string>());
  const ask = async (payee?: TaxIdRequest['payee']) => {
    if (busy) return;
    const whom = payee ? `${payee.kind}:${payee.personID}` : 'all';
    const requestID = failed.current.get(whom) ?? crypto.randomUUID();
    failed.current.set(whom, requestID);
    try {
      const { asked } = await send({ requestID, year, ...(payee && { payee }) }).unwrap();
      failed.current.delete(whom);
      alerts.success(`${counted(asked, 'mail')} on the way`);
    } catch (error) {
      const { reason, sessionEnded } = readFailure(error);
      if (reason) alerts.warning(reason);
      else if (!sessionEnded) alerts.failure(error);
    }
  };
  return { ask, busy };
}
