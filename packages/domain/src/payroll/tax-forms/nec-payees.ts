import { PAID_KINDS, type PaidKind, TAX_COUNTRY_ID } from '@partnerdesk/contracts';
import {
  accountsById,
  clearNumber,
  IDENTITY_FIELDS,
  type Identity,
  numberContext,
  readKeptIdentity,
} from '../../accounts';
import { payeeKeyOf } from '../../ledger';
import { slicesOf } from '../../platform';
import type { NecPayee, PayeeID } from './nec-forms';

/** Payees read at once. */
const STEP = 1000;

type Stored = Omit<Identity, 'taxID'> & {
  emailAddress: string;
  taxIDEncrypted: string;
  erasedAt?: Date | null;
};
const FIELDS = [...IDENTITY_FIELDS, 'emailAddress', 'taxIDEncrypted', 'erasedAt'] as const;

/** Closed and erased accounts as well: who was paid gets a form. Whole tax ids are in here: they go no further than into forms. */
export async function loadNecPayees(payees: readonly PayeeID[]): Promise<NecPayee[]> {
  const loaded: NecPayee[] = [];
  for (const step of slicesOf(payees, STEP)) {
    const found = await Promise.all(
      PAID_KINDS.map(async (kind) => {
        const ids = step.filter((each) => each.kind === kind).map(({ personID }) => personID);
        const people = await accountsById<Stored>(kind, { ids, fields: FIELDS });
        return Promise.all([...people].map(([id, stored]) => payeeOf(kind, id, stored)));
      }),
    );
    loaded.push(...found.flat());
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
    kind,
    personID,
    emailAddress: erasedAt ? '' : emailAddress,
    state: state.trim().toUpperCase(),
    postalCode: postalCode.trim(),
    abroad: countryID !== 0 && countryID !== TAX_COUNTRY_ID,
  };
}
