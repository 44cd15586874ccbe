import { AppError, type PaidKind } from '@partnerdesk/contracts';
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

const FIELDS = [
  ...(['firstName', 'lastName', 'commission', 'paymentType'] as const),
  ...(['paymentChangedAt', 'achKey', 'payPalKey'] as const),
];
type Stored = Omit<PayeePerson, 'personID' | 'name' | 'paymentChangedAt'> & {
  firstName: string;
  lastName: string;
  paymentChangedAt?: Date | null;
};

/** Loads names, percentages and payment types of these people, by id. */
export async function loadPayeePeople(
  kind: PaidKind,
  personIDs: readonly number[],
): Promise<Map<number, PayeePerson>> {
  const people = await accountsById<Stored>(kind, { ids: personIDs, fields: FIELDS });
  return new Map(
    [...people].map(([personID, { firstName, lastName, paymentChangedAt, ...person }]) => {
      const name = nameOfAccount({ firstName, lastName });
      return [personID, { personID, name, ...person, ...(paymentChangedAt && { paymentChangedAt }) }];
    }),
  );
}

/** @throws AppError not_found */
export async function findPayeeOrThrow(kind: PaidKind, personID: number): Promise<PayeePerson> {
  const person = (await loadPayeePeople(kind, [personID])).get(personID);
  if (!person) throw new AppError('not_found', 'There is no such person');
  return person;
}
