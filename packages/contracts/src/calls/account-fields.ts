/* One table of the fields of three kinds of accounts, which calls, screens and exports are made from. */
import { ACH_ACCOUNT_TYPE, PAYMENT_TYPE } from '../codes';
import {
  MAX_HOLD_DAYS,
  MAX_KELLY_STAFF_ID,
  MAX_LENGTH,
  MAX_SIGN_IN_EMAIL,
  SIGN_IN_EMAIL_TEXT,
} from '../limits';
import * as MESSAGE from '../messages';
import { isPayPalId } from '../payee-ids';
import { paymentTypeText } from '../payment-methods';
import { maybeEmpty, whole } from '../schema/fields';
import * as s from '../schema/schema';
import { type StatusKind, statusTexts } from '../status-text';
import type { ColumnKind } from '../table-column';
import {
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  isSignInKind,
  OFFICE_MAX_LENGTH,
  type PaidKind,
  TAX_ID_TYPE_TEXT,
  type UpdateType,
} from '../wire-accounts';

/** What writes a field of a record: a section of its editor, or the server alone. */
type Writer = UpdateType | 'server';

/** All that is said of a field: answers, checks, editors, lists, exports and the audit log take theirs from here. */
export interface AccountField<Answer extends s.AnySchema = s.AnySchema, By extends Writer = Writer> {
  label: string;
  /** docs/PRODUCT.md §4 "Edit sections". */
  by: By;
  answer: Answer;
  /** How a save of its section checks it. */
  check: s.AnySchema;
  /** Its column where a search is exported; missing: it is not, as numbers of accounts and what signs people in. */
  column?: ColumnKind;
  /** It says nothing of the person, or is their number: an erased record keeps it. */
  impersonal?: true;
  /** Files of people that are imported may name it (docs/RULES.md, Events), or have to. */
  imported?: 'maybe' | 'always';
  /** Of a few values: each with its text. */
  choices?: readonly { value: string; label: string }[];
  hint?: string;
  /** Most characters that its input takes, where the server takes fewer and says so. */
  inputMax?: number;
}

const field = <Answer extends s.AnySchema, const By extends Writer>(
  label: string,
  by: By,
  answer: Answer,
  rest: Partial<Omit<AccountField, 'label' | 'by' | 'answer'>> = {},
): AccountField<Answer, By> => ({ check: s.anything(), ...rest, label, by, answer });

const { personal, payment, tax } = MAX_LENGTH;
/** Texts by value as the choices of an input, in their order. */
export const choicesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

const PAYMENT_TYPES = Object.values(PAYMENT_TYPE);
/** Payment types with their texts: of the editor, and of the filters of a search. */
export const PAYMENT_TYPE_CHOICES = PAYMENT_TYPES.map((type) => ({
  value: String(type),
  label: paymentTypeText(type),
}));
export const MAX_ACCOUNT_STATUS = 99;

/** Numbers are numbers: a text of digits is refused (docs/PRODUCT.md §5). */
const strict = (rules: s.NumberRules & s.Says = {}) => s.number({ strict: true, ...rules });
const codeOf = (...codes: number[]) => s.oneOf(codes, { as: 'number', strict: true });

const anyText = s.text({ empty: true });
/** Beyond docs/PRODUCT.md §3: what answers may leave out. */
const beyond = s.standard(anyText, '');
const masked = 'Its last four digits; sent back as it came, it stays as it is';

/** A line of text that is edited and exported. */
const line = <Answer extends s.AnySchema = typeof anyText>(
  label: string,
  max: number,
  answer: Answer = anyText as never,
) => field(label, 'Info', answer, { check: maybeEmpty(max), column: 'text' });

/** A field that files of people may name, too. */
const imported = <F extends AccountField>(of: F) => ({ ...of, imported: 'maybe' as const });

const status = (kind: StatusKind) =>
  field('Status', 'Info', s.number(), {
    check: whole({ min: 0, max: MAX_ACCOUNT_STATUS }),
    column: 'text',
    imported: 'maybe',
    choices: choicesOf(statusTexts(kind)),
  });

/** Of answers without one, a save names none and wins over others. */
const version = field(
  'Version',
  'server',
  s.optional(
    s.number({ about: 'Of an older one a save is refused; without one the last save wins' }),
  ) as s.Schema<number>,
  { impersonal: true },
);

const idOf = (label: string) => field(label, 'server', s.number(), { column: 'text', impersonal: true });

const email = { trim: true, pattern: /^[^\s@]+@[^\s@]+$/, max: personal.emailAddress };
const emailTexts = { any: MESSAGE.invalidEmail };

/** Where the money of an affiliate or staff member goes. */
const paymentFields = {
  paymentType: field('Payment type', 'Info', s.code(PAYMENT_TYPES), {
    check: codeOf(...PAYMENT_TYPES),
    column: 'text',
    imported: 'maybe',
    choices: PAYMENT_TYPE_CHOICES,
  }),
  commission: field(
    'Commission %',
    'Info',
    s.number({ about: 'Percentage, up to 2 decimals. A change counts for later sales only' }),
    {
      check: strict({ min: 0, max: 100, decimals: 2 }),
      column: 'count',
      impersonal: true,
      imported: 'always',
      hint: 'A change counts for later sales only.',
    },
  ),
  payPalUserName: field('PayPal user name', 'Paypal', anyText, {
    check: s.text({
      trim: true,
      max: payment.paypalID,
      empty: true,
      check: (value: string) => (isPayPalId(value) ? undefined : MESSAGE.invalidEmail),
    }),
    column: 'text',
    imported: 'maybe',
  }),
  achName: field('Account name', 'Ach', anyText, {
    check: maybeEmpty(payment.achAccountName),
    imported: 'maybe',
  }),
  achAccountType: field(
    'Account type',
    'Ach',
    s.text({ empty: true, about: 'Checking, Savings or empty; follows achAccountTypeID' }),
    { check: s.oneOf(Object.values(ACH_ACCOUNT_TYPE_TEXT)) },
  ),
  achAccountTypeID: field('Account type', 'Ach', s.standard(s.number({ about: '0: none' }), 0), {
    check: codeOf(0, ...Object.values(ACH_ACCOUNT_TYPE)),
    choices: choicesOf({ ...ACH_ACCOUNT_TYPE_TEXT, 0: 'None' }),
  }),
  achRoutingNumber: field('Routing number', 'Ach', anyText, {
    check: maybeEmpty(payment.achRoutingNumber),
    imported: 'maybe',
  }),
  achAccountNumber: field('Account number', 'Ach', s.text({ empty: true, about: masked }), {
    check: maybeEmpty(payment.achAccountNumber),
    imported: 'maybe',
  }),
};

/** When somebody is paid (docs/RULES.md, Payouts). */
const payoutFields = {
  minimumPayout: field(
    'Minimum payout',
    'Info',
    s.standard(s.nullable(s.number({ about: 'Dollars; null: as the installation has it' })), null),
    {
      check: s.nullable(strict({ min: 0, max: 1_000_000, decimals: 2 })),
      column: 'money',
      hint: 'In dollars; a smaller balance carries over. Empty: as for everybody.',
    },
  ),
  payoutHoldDays: field(
    'Hold days',
    'Info',
    s.standard(
      s.nullable(
        s.number({ about: 'Days after which an entry is payable; null: as the installation has it' }),
      ),
      null,
    ),
    {
      check: s.nullable(whole({ min: 0, max: MAX_HOLD_DAYS })),
      column: 'count',
      hint: 'Days after which an entry is payable. Empty: as for everybody.',
    },
  ),
};

/** What a Form 1099-NEC needs besides name and address. */
const taxFields = {
  city: imported(line('City', personal.city, beyond)),
  state: {
    ...imported(
      line(
        'State',
        personal.state,
        s.standard(s.text({ empty: true, about: 'In the United States its two letters' }), ''),
      ),
    ),
    hint: 'In the United States two letters.',
  },
  taxID: field('Tax ID', 'Info', s.standard(s.text({ empty: true, about: masked }), ''), {
    check: maybeEmpty(tax.taxID),
  }),
  taxIDType: field('Tax ID type', 'Info', s.standard(s.number({ about: '1 SSN, 2 EIN; 0: none' }), 0), {
    check: codeOf(...Object.keys(TAX_ID_TYPE_TEXT).map(Number)),
    choices: choicesOf(TAX_ID_TYPE_TEXT),
  }),
  companyName: field('Company', 'Info', beyond, { check: maybeEmpty(tax.companyName) }),
};

const payeeFields = (kind: PaidKind) => ({
  status: status(kind),
  emailAddress: field('Email', 'Info', anyText, {
    check: isSignInKind(kind)
      ? s.text({ ...email, max: MAX_SIGN_IN_EMAIL, texts: { ...emailTexts, long: SIGN_IN_EMAIL_TEXT } })
      : s.text({ ...email, texts: emailTexts }),
    column: 'text',
    imported: 'always',
    inputMax: personal.emailAddress,
  }),
  passcode: field('Passcode', 'server', s.text({ empty: true, about: 'Read-only' })),
  firstName: imported(line('First name', personal.firstName)),
  lastName: imported(line('Last name', personal.lastName)),
  address1: imported(line('Address 1', personal.address1)),
  address2: imported(line('Address 2', personal.address2)),
  postalCode: imported(line('Postal code', personal.postalCode)),
  ...paymentFields,
  ...payoutFields,
  ...taxFields,
  dateCreated: field('Date created', 'server', s.standard(s.instant(), ''), { column: 'date' }),
  version,
});

/** Every field of a record, by kind: what one more takes is in docs/ADDING-A-FIELD.md. */
export const ACCOUNT_FIELDS = {
  affiliate: {
    affID: idOf('Affiliate ID'),
    ...payeeFields('affiliate'),
    newEmailAddress: field(
      'New email',
      'server',
      s.optional(s.text({ about: 'One that the affiliate has entered and not confirmed yet' })),
    ),
    trackID: field('Track ID', 'server', beyond, { column: 'text', impersonal: true }),
  },
  staff: {
    staffID: idOf('Staff ID'),
    kellyStaffID: field('KellyStaffID', 'Info', s.number(), {
      check: whole({ min: 0, max: MAX_KELLY_STAFF_ID, texts: { any: MESSAGE.kellyStaffId } }),
      column: 'text',
    }),
    ...payeeFields('staff'),
    mobilePhone: line('Mobile phone', OFFICE_MAX_LENGTH.phone),
    landLineTelephone: line('Landline telephone', OFFICE_MAX_LENGTH.phone),
    maxProfiles: field('Max profiles', 'Info', s.number(), {
      check: whole({ min: 0, max: 1000 }),
      column: 'count',
      impersonal: true,
    }),
  },
  member: {
    memberID: idOf('Member ID'),
    status: status('member'),
    username: { ...line('Username', OFFICE_MAX_LENGTH.username), imported: 'always' },
    emailAddress: { ...line('Email', personal.emailAddress), imported: 'always' },
    emailAddressVerified: field('Email verified', 'Info', s.flag(), {
      check: s.flag({ strict: true }),
      column: 'text',
    }),
    payPalID: line('PayPal ID', OFFICE_MAX_LENGTH.payPalID),
    credits: field('Credits', 'Info', s.number(), {
      check: strict(),
      column: 'count',
      impersonal: true,
      imported: 'maybe',
    }),
    version,
  },
} as const satisfies Record<AccountKind, Record<string, AccountField>>;

type Answers<Table extends Record<string, AccountField>> = { [Name in keyof Table]: Table[Name]['answer'] };

/** What answers say of each field of a kind. */
export const answersOf = <Table extends Record<string, AccountField>>(table: Table) =>
  Object.fromEntries(Object.entries(table).map(([name, { answer }]) => [name, answer])) as Answers<Table>;

/** Sorts names: in this order, and what is not in it afterwards, as it comes. */
export const inOrder = (order: readonly string[]) => {
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return (one: string, other: string): number => placeOf(one) - placeOf(other);
};

export const fieldsOf = (kind: AccountKind): [string, AccountField][] =>
  Object.entries<AccountField>(ACCOUNT_FIELDS[kind]);

/** Names of those that an erased record of the kind keeps. */
export const impersonalFields = (kind: AccountKind): string[] =>
  fieldsOf(kind).flatMap(([name, field]) => (field.impersonal ? [name] : []));

/** Those that `by` writes, with their names. */
export const fieldsWrittenBy = (kind: AccountKind, by: Writer): [string, AccountField][] =>
  fieldsOf(kind).filter(([, field]) => field.by === by);
