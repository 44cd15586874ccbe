import { MESSAGE, PAYROLL_TYPE, PAYROLLS, type PayrollType } from '@partnerdesk/contracts';
import { formatCount } from '@partnerdesk/web';

/** Headers, labels and messages of the two screens (docs/PRODUCT.md §2, its spelling included). */
export const SCREEN_TEXTS = {
  [PAYROLL_TYPE.affiliates]: {
    title: 'Affiliate Payroll',
    heading: 'Affilate Payroll (pay by the 20th of each month)',
    person: PAYROLLS[PAYROLL_TYPE.affiliates].person,
    idName: PAYROLLS[PAYROLL_TYPE.affiliates].id,
    enterId: MESSAGE.enterAffiliateId,
  },
  [PAYROLL_TYPE.operators]: {
    title: 'Operator Payroll',
    heading: 'Operator Payroll (pay weekly by Thursday)',
    person: PAYROLLS[PAYROLL_TYPE.operators].person,
    idName: PAYROLLS[PAYROLL_TYPE.operators].id,
    enterId: MESSAGE.enterOperatorId,
  },
} as const satisfies Record<PayrollType, unknown>;

/** Whether a text is an ID: a number that is not zero (docs/PRODUCT.md §5). */
export const isId = (text: string): boolean => /^\s*0*[1-9]\d*\s*$/.test(text);

/** `1 payment`, `1,200 payments`, `2 people`. */
export const counted = (count: number, what: string): string => {
  const several = what === 'person' ? 'people' : `${what}s`;
  return `${formatCount(count)} ${count === 1 ? what : several}`;
};

export const waitsText = ({ approvalID }: { approvalID: number }) =>
  `Request ${approvalID} waits for a second person under Payroll approvals: nothing has changed yet`;
