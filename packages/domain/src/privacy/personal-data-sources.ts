import {
  ACCOUNT_KIND_NAMES,
  type AccountKind,
  isPaidKind,
  isPicturedKind,
  PAID_KINDS,
  payrollTypeOf,
  pictureTypesOf,
} from '@partnerdesk/contracts';
import { ApiKeyModel, FailedSignInsModel, ResetTokenModel } from '../access';
import {
  ACCOUNT_KIND_INFO,
  AdministratorModel,
  ChangeNoticeModel,
  emailKeyOf,
  findAccountOrThrow,
  KeptIdentityModel,
  PaymentChangeModel,
  storedEmailOf,
} from '../accounts';
import { AttributionModel, catchUpLedger, EntryModel, EventModel } from '../ledger';
import { ContactMessageModel } from '../mail';
import { PictureModel, ProfileModel } from '../moderation';
import {
  ExcludedPaymentModel,
  PaymentMarkModel,
  PayrollModel,
  PayrollRunModel,
  PayrollRunPageModel,
} from '../payroll';
import { type AnyModel, AuditModel, MailModel } from '../platform';
import {
  CampaignModel,
  FraudSignalModel,
  FraudTraceModel,
  PostbackCallModel,
  PostbackModel,
} from '../promotion';

/** The affID of messages that nobody signed in has written. */
const VISITOR_ID = 0;

/** A person, and what the rest of the database knows them by. */
export interface Person {
  kind: AccountKind;
  id: number;
  record: Record<string, unknown>;
  /** Every email they are known to have had, each way in which it was written, by visitors too, and in lower case. */
  emails: string[];
  /** Of these, the ones that no other account has now: what names nobody but such an address is taken for theirs. */
  unsharedEmails: string[];
  /** Their last name and username, as far as they have three letters at least. */
  names: string[];
  payrollIDs: number[];
  /** Payroll runs of people of the kind: rows name a person by the number alone, and each kind counts its own. */
  runIDs: string[];
  photoIDs: number[];
  profileIDs: number[];
}

/** Emails in what lines of the audit log say that was changed. One that was only entered is nobody's until it is confirmed. */
function emailsIn(lines: readonly { action: string; before?: unknown; after?: unknown }[]): unknown[] {
  return lines.flatMap(({ action, before, after }) => {
    if (action === 'affiliate.email-withdrawn') return [];
    const said = action === 'affiliate.email-entered' ? [before] : [before, after];
    return said.map((values) => (values as { emailAddress?: unknown } | undefined)?.emailAddress);
  });
}

/** What the journal holds of them is applied. @throws AppError not_found */
export async function findPersonOrThrow(kind: AccountKind, id: number): Promise<Person> {
  await catchUpLedger();
  const record = { ...(await findAccountOrThrow(kind, id)) } as Record<string, unknown>;
  const changes = await AuditModel.find({ 'subject.type': kind, 'subject.id': String(id) }).lean();
  const former = (record.formerEmails ?? []) as { emailAddress: string }[];
  const known = [record.emailAddress, ...former.map((each) => each.emailAddress), ...emailsIn(changes)];
  const texts = known.filter((email): email is string => typeof email === 'string' && email !== '');
  const emails = [
    ...new Set([...texts.flatMap((email) => [email, keyOf(email)]), ...(await spellingsOf(texts))]),
  ];
  const names = [record.lastName, record.username].filter(
    (name): name is string => typeof name === 'string' && name.trim().length > 2,
  );
  const unsharedEmails = await unsharedOf({ kind, id }, emails);
  const own = recordOf({ kind, id });
  const payrollIDs = await PayrollModel.distinct('_id', { payee: `${kind}:${id}` });
  const runIDs = isPaidKind(kind)
    ? await PayrollRunModel.distinct('_id', { payrollType: payrollTypeOf(kind) })
    : [];
  const photoIDs = isPicturedKind(kind)
    ? await PictureModel.distinct('photoID', { type: { $in: pictureTypesOf(kind) }, ...own })
    : [];
  const profileIDs = kind === 'staff' ? await ProfileModel.distinct('profileID', own) : [];
  return { kind, id, record, emails, unsharedEmails, names, payrollIDs, runIDs, photoIDs, profileIDs };
}

/** An email as registrations compare it, however it is written. */
const keyOf = (email: string) => emailKeyOf(storedEmailOf(email));

/** How visitors have written any of these emails; read one by one: all that they wrote may not fit into one answer. */
async function spellingsOf(emails: readonly string[]): Promise<Set<string>> {
  const keys = new Set(emails.map(keyOf));
  const spellings = new Set<string>();
  const take = (written: string | undefined) => {
    if (written && keys.has(keyOf(written))) spellings.add(written);
  };
  const messages = ContactMessageModel.find({ affID: VISITOR_ID }, { emailAddress: 1 });
  for await (const { emailAddress } of messages.lean().cursor()) take(emailAddress);
  // An erasure that was killed may have left the one without the other.
  const mails = MailModel.find({ replyTo: { $exists: true }, owner: null }, { replyTo: 1 });
  for await (const { replyTo } of mails.lean<{ replyTo?: string }[]>().cursor()) take(replyTo);
  return spellings;
}

/** Those of a person's emails that no other account has, of whatever kind. */
async function unsharedOf({ kind, id }: Pick<Person, 'kind' | 'id'>, emails: string[]): Promise<string[]> {
  const emailKey = { $in: emails.map(keyOf) };
  const taken = await Promise.all([
    AdministratorModel.distinct('emailKey', { emailKey }),
    ...ACCOUNT_KIND_NAMES.map((each) => {
      const { model, idField } = ACCOUNT_KIND_INFO[each];
      return model.distinct('emailKey', { emailKey, ...(each === kind && { [idField]: { $ne: id } }) });
    }),
  ]);
  const shared = new Set<unknown>(taken.flat());
  return emails.filter((email) => !shared.has(keyOf(email)));
}

export const recordOf = ({ kind, id }: Pick<Person, 'kind' | 'id'>) => ({
  [ACCOUNT_KIND_INFO[kind].idField]: id,
});

type Query = Record<string, unknown>;

/** Where data of persons is stored, and what becomes of it when one is erased. */
export interface PersonalDataSource {
  /** As the export names it. */
  name: string;
  model: AnyModel;
  /** Which documents are about a person: those that meet one of these. Each goes by an index of its own. */
  where: (person: Person) => Query[];
  /** `delete`: its documents go. `scrub`: their texts about the person go (erase-person.ts). Otherwise why they stay. */
  erased: 'delete' | 'scrub' | { kept: string };
}

const source = (
  name: string,
  model: AnyModel,
  erased: PersonalDataSource['erased'],
  where: PersonalDataSource['where'],
): PersonalDataSource => ({ name, model, where, erased });

const of =
  (kinds: readonly AccountKind[], query: (person: Person) => Query): PersonalDataSource['where'] =>
  (person) =>
    kinds.includes(person.kind) ? [query(person)] : [];

/** What an affiliate alone has, and what goes with them. @param query default: the documents name them by affID */
const ofAffiliate = (name: string, model: AnyModel, query: (person: Person) => Query = recordOf) =>
  source(name, model, 'delete', of(['affiliate'], query));

const byId = ({ id }: Person): Query => ({ _id: id });
const byKindAndId = ({ kind, id }: Person): Query => ({ kind, id });
const byKindAndPerson = ({ kind, id }: Person): Query => ({ kind, personID: id });
const bySubject = ({ kind, id }: Person): Query => ({ 'subject.type': kind, 'subject.id': id });

const byPayee =
  (field: string) =>
  ({ kind, id }: Person): Query => ({ [field]: `${kind}:${id}` });
const byPayments = ({ payrollIDs }: Person): Query => ({ payrollID: { $in: payrollIDs } });

/** Pages of payroll runs with rows of an affiliate or a member of staff. */
export const payrollPagesOf = ({ id, runIDs }: Person): Query => ({
  'rows.personID': id,
  runID: { $in: runIDs },
});

/** Of mails that don't say whose they are. */
const NOBODYS = { owner: null, about: null };

const PAYMENT_LAW = 'payments and their books are kept for the years that tax law demands';
export const KEPT_IDENTITY = 'whom payments were made to, for tax forms, encrypted until its date';
const LEDGER = 'the ledger keeps its sums; it knows the person by a number only';

/** Every collection that holds data of persons. The order of an export. */
export const PERSONAL_DATA_SOURCES: readonly PersonalDataSource[] = [
  ...ACCOUNT_KIND_NAMES.map((kind) =>
    source(kind, ACCOUNT_KIND_INFO[kind].model, 'scrub', of([kind], recordOf)),
  ),
  source('keptIdentity', KeptIdentityModel, { kept: KEPT_IDENTITY }, of(PAID_KINDS, byPayee('_id'))),
  source('paymentChange', PaymentChangeModel, 'delete', of(PAID_KINDS, byKindAndPerson)),
  source('payment', PayrollModel, { kept: PAYMENT_LAW }, of(PAID_KINDS, byPayee('payee'))),
  source('paymentMark', PaymentMarkModel, { kept: PAYMENT_LAW }, of(PAID_KINDS, byPayments)),
  source('excludedPayment', ExcludedPaymentModel, { kept: PAYMENT_LAW }, of(PAID_KINDS, byPayments)),
  source('entry', EntryModel, { kept: LEDGER }, of(PAID_KINDS, byPayee('payee'))),
  source('attribution', AttributionModel, { kept: LEDGER }, of(['member'], byId)),
  source('event', EventModel, { kept: LEDGER }, ({ kind, id }) => {
    const { inEvents, idField } = ACCOUNT_KIND_INFO[kind];
    return inEvents ? [{ [`body.${idField}`]: id }] : [];
  }),
  source('profile', ProfileModel, 'scrub', of(['staff'], recordOf)),
  source('picture', PictureModel, 'scrub', ({ photoIDs }) => [{ photoID: { $in: photoIDs } }]),
  source('contactMessage', ContactMessageModel, 'delete', (person) => [
    { affID: VISITOR_ID, emailAddress: { $in: person.unsharedEmails } },
    ...of(['affiliate'], recordOf)(person),
  ]),
  source('mail', MailModel, 'delete', ({ kind, id, unsharedEmails }) => [
    { 'owner.kind': kind, 'owner.id': id },
    { 'about.kind': kind, 'about.id': id },
    { to: { $in: unsharedEmails }, ...NOBODYS },
    { replyTo: { $in: unsharedEmails }, ...NOBODYS },
  ]),
  ofAffiliate('fraudSignal', FraudSignalModel),
  ofAffiliate('fraudTrace', FraudTraceModel),
  ofAffiliate('apiKey', ApiKeyModel),
  ofAffiliate('campaign', CampaignModel),
  ofAffiliate('postback', PostbackModel, byId),
  ofAffiliate('postbackCall', PostbackCallModel),
  ofAffiliate('resetToken', ResetTokenModel, byKindAndId),
  ofAffiliate('changeNotice', ChangeNoticeModel, byKindAndId),
  ofAffiliate('failedSignIns', FailedSignInsModel, bySubject),
  source('payrollRow', PayrollRunPageModel, 'scrub', of(PAID_KINDS, payrollPagesOf)),
  source('auditLine', AuditModel, 'scrub', ({ kind, id, photoIDs, profileIDs }) => [
    { 'subject.type': kind, 'subject.id': String(id) },
    { 'actor.kind': kind, 'actor.id': id },
    { 'subject.type': 'image', 'subject.id': { $in: photoIDs.map(String) } },
    { 'subject.type': 'profile', 'subject.id': { $in: profileIDs.map(String) } },
  ]),
];
