import type { PaidKind } from '@partnerdesk/contracts';
import { accountsById, nameOfAccount } from '../accounts';

/** What a payroll row says of its person besides figures. */
export interface PayeePerson {
  personID: number;
  name: string;
  commission: number;
  paymentType: number;
  /** See RowFlags. */
  paymentChangedAt?: Date;
  achKey: string;
  payPalKey: string;
}

type Named = Omit<PayeePerson, 'personID' | 'name' | 'paymentChangedAt'> & {
  firstName: string;
  lastName: string;
  paymentChangedAt?: Date | null;
};

function personOf(personID: number, person: Named): PayeePerson {
  const name = nameOfAccount(person);
  const { commission, paymentType, paymentChangedAt, achKey, payPalKey } = person;
  return {
    personID,
    name,
    commission,
    paymentType,
    achKey,
    payPalKey,
    ...(paymentChangedAt && { paymentChangedAt }),
  };
}

const FIELDS = [
  ...(['firstName', 'lastName', 'commission', 'paymentType'] as const),
  ...(['paymentChangedAt', 'achKey', 'payPalKey'] as const),
];

/** Loads names, percentages and payment types of these people, by id. */
export async function loadPayeePeople(
  kind: PaidKind,
  personIDs: readonly number[],
): Promise<Map<number, PayeePerson>> {
  const people = await accountsById<Named>(kind, { ids: personIDs, fields: FIELDS });
  return new Map([...people].map(([personID, person]) => [personID, personOf(personID, person)]));
}
