import { type PayrollPerson, personIdOf, personNameOf } from '@partnerdesk/contracts';
import { useMedia, useOpening, useSearchParams } from '@partnerdesk/web';
import { useState } from 'react';

/** Focuses the name of a payee's row, if the row is in the document. */
export function focusPayee(personID: number): void {
  document.querySelector<HTMLElement>(`[data-payee="${personID}"]`)?.focus({ preventScroll: true });
}

export type OpenedPayee<Row extends PayrollPerson> = ReturnType<typeof useOpenedPayee<Row>>;

/** Which payee is open beside the rows; their id stands in the address, so that Back closes it. */
export function useOpenedPayee<Row extends PayrollPerson>() {
  const [params, setParams] = useSearchParams();
  const [row, setRow] = useState<Row>();
  const personID = Number(params.get('payee')) || 0;
  const opened = row && personIdOf(row) === personID ? row : undefined;
  const opening = useOpening(personID !== 0);
  return {
    /** 0: nobody. */
    personID,
    /** The row that opened it; undefined after a reload. */
    row: opened,
    name: opened && personNameOf(opened),
    open: (next: Row) => {
      setRow(next);
      const address = new URLSearchParams(params);
      address.set('payee', String(personIdOf(next)));
      setParams(address, opening.entryOf());
    },
    rowClass: (each: Row) => (personIdOf(each) === personID ? 'pay-row-open' : undefined),
    close: () => {
      opening.close(() => {
        const address = new URLSearchParams(params);
        address.delete('payee');
        setParams(address, { replace: true });
      });
      focusPayee(personID);
    },
  };
}

/** As in payroll.css: less room than a table with something beside it needs. */
const NOT_WIDE = 'not all and (min-width: 84rem)';

/** Whether there is room beside the table; where nothing is laid out, as in tests, there is. */
export const useIsWide = (): boolean => !useMedia(NOT_WIDE);
