import {
  type AccountField,
  type AccountKind,
  describe,
  fieldsOf,
  HIDDEN_NUMBERS,
  inOrder,
  UPDATE_TYPES,
  type UpdateType,
} from '@partnerdesk/contracts';
import type { FieldDef, SectionDef } from './kind-definition';

/** Fields of an editor in their order; what is not named here follows. */
const byPlace = inOrder([
  ...['kellyStaffID', 'username', 'status', 'emailAddress', 'emailAddressVerified', 'passcode', 'firstName'],
  ...['lastName', 'address1', 'address2', 'city', 'state', 'postalCode', 'mobilePhone', 'landLineTelephone'],
  ...['paymentType', 'commission', 'minimumPayout', 'payoutHoldDays', 'maxProfiles', 'taxIDType', 'taxID'],
  ...['companyName', 'payPalID', 'credits'],
  ...['achName', 'achAccountTypeID', 'achRoutingNumber', 'achAccountNumber'],
]);

/** The status panel shows and changes an affiliate's status; an account's type follows its id. */
const isElsewhere = (kind: AccountKind, name: string) =>
  (kind === 'affiliate' && name === 'status') || name === 'achAccountType';
/** Of the server's own fields these are shown among those that are edited. */
const SHOWN = ['passcode'];

const TITLES: Record<UpdateType, string> = { Info: 'Info', Paypal: 'PayPal', Ach: 'ACH' };

/** The sections of a kind's editor that have fields. */
export function sectionsOf(kind: AccountKind): SectionDef[] {
  const all = fieldsOf(kind);
  return UPDATE_TYPES.map((updateType) => ({
    updateType,
    title: TITLES[updateType],
    fields: all
      .filter(([name, { by }]) =>
        SHOWN.includes(name) ? updateType === 'Info' : by === updateType && !isElsewhere(kind, name),
      )
      .map(([name, field]) => fieldDef(name, field))
      .sort((one, other) => byPlace(one.name, other.name)),
  })).filter(({ fields }) => fields.length > 0);
}

function fieldDef(name: string, { label, by, check, choices, hint, inputMax }: AccountField): FieldDef {
  const rules = describe(check);
  const max = inputMax ?? (rules.kind === 'text' ? rules.max : undefined);
  const type = by === 'server' ? 'static' : choices ? 'select' : inputOf(name, rules);
  return { name, label, type, max, options: choices, hint };
}

function inputOf(name: string, rules: ReturnType<typeof describe>): FieldDef['type'] {
  if ((HIDDEN_NUMBERS as readonly string[]).includes(name)) return 'hidden-number';
  if (rules.kind === 'flag') return 'check';
  if (rules.kind === 'number') return rules.nullable ? 'optional-number' : 'number';
  return name === 'emailAddress' ? 'email' : 'text';
}
