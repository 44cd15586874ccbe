import { AffiliateModel, StaffModel } from '../accounts';
import type { PayeeKind } from '../ledger';

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
  const name = `${person.firstName} ${person.lastName}`.trim();
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

/** Loads names, percentages and payment types of these people, by id. */
export async function loadPayeePeople(
  kind: PayeeKind,
  personIDs: readonly number[],
): Promise<Map<number, PayeePerson>> {
  const fields = {
    _id: 0,
    firstName: 1,
    lastName: 1,
    commission: 1,
    paymentType: 1,
    paymentChangedAt: 1,
    achKey: 1,
    payPalKey: 1,
  } as const;
  const people =
    kind === 'affiliate'
      ? (await AffiliateModel.find({ affID: { $in: personIDs } }, { ...fields, affID: 1 }).lean()).map(
          (each) => personOf(each.affID, each),
        )
      : (await StaffModel.find({ staffID: { $in: personIDs } }, { ...fields, staffID: 1 }).lean()).map(
          (each) => personOf(each.staffID, each),
        );
  return new Map(people.map((person) => [person.personID, person]));
}
