import { type PaidKind, TAX_COUNTRY_ID } from '@partnerdesk/contracts';
import { AffiliateModel, clearNumber, numberContext, readKeptIdentity, StaffModel } from '../../accounts';
import { payeeKeyOf } from '../../ledger';
import type { NecPayee, PayeeID } from './nec-forms';

/** Payees read at once. */
const STEP = 1000;

const FIELDS = {
  _id: 0,
  firstName: 1,
  lastName: 1,
  companyName: 1,
  emailAddress: 1,
  taxIDEncrypted: 1,
  taxIDType: 1,
  address1: 1,
  address2: 1,
  city: 1,
  state: 1,
  postalCode: 1,
  erasedAt: 1,
} as const;

type Stored = { [Field in Exclude<keyof typeof FIELDS, '_id' | 'taxIDType' | 'erasedAt'>]: string } & {
  taxIDType: number;
  erasedAt?: Date | null;
  countryID?: number;
};

/** Closed and erased accounts as well: who was paid gets a form. Whole tax ids are in here: they go no further than into forms. */
export async function loadNecPayees(payees: readonly PayeeID[]): Promise<NecPayee[]> {
  const loaded: NecPayee[] = [];
  for (let start = 0; start < payees.length; start += STEP) {
    const step = payees.slice(start, start + STEP);
    const idsOf = (kind: PaidKind) =>
      step.filter((each) => each.kind === kind).map(({ personID }) => personID);
    const [affiliates, staff] = await Promise.all([
      AffiliateModel.find(
        { affID: { $in: idsOf('affiliate') } },
        { ...FIELDS, affID: 1, countryID: 1 },
      ).lean(),
      StaffModel.find({ staffID: { $in: idsOf('staff') } }, { ...FIELDS, staffID: 1 }).lean(),
    ]);
    loaded.push(
      ...(await Promise.all([
        ...affiliates.map(({ affID, ...stored }) => payeeOf('affiliate', affID, stored)),
        ...staff.map(({ staffID, ...stored }) => payeeOf('staff', staffID, stored)),
      ])),
    );
  }
  return loaded;
}

/** Of an erased person what is kept for tax forms; nobody can be mailed. */
async function payeeOf(
  kind: PaidKind,
  personID: number,
  { taxIDEncrypted, erasedAt, emailAddress, ...stored }: Stored,
): Promise<NecPayee> {
  const kept = erasedAt && (await readKeptIdentity(payeeKeyOf(kind, personID)));
  const taxID = clearNumber(taxIDEncrypted, numberContext(kind, personID, 'taxID'));
  const { countryID = 0, state, postalCode, ...identity } = { ...stored, taxID, ...kept };
  return {
    ...identity,
    ...{ kind, personID, emailAddress: erasedAt ? '' : emailAddress },
    state: state.trim().toUpperCase(),
    postalCode: postalCode.trim(),
    abroad: countryID !== 0 && countryID !== TAX_COUNTRY_ID,
  };
}
