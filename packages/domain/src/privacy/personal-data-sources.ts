import { ACCOUNT_KIND_NAMES, type AccountKind, isPaidKind } from '@partnerdesk/contracts';
import { ApiKeyModel, FailedSignInsModel, ResetTokenModel } from '../access';
import { ACCOUNT_KIND_INFO, ChangeNoticeModel, KeptIdentityModel, PaymentChangeModel } from '../accounts';
import { AttributionModel, EntryModel, EventModel } from '../ledger';
import { ContactMessageModel } from '../mail';
import { PictureModel, ProfileModel } from '../moderation';
import { ExcludedPaymentModel, PaymentMarkModel, PayrollModel, PayrollRunPageModel } from '../payroll';
import { type AnyModel, AuditModel, MailModel } from '../platform';
import {
  CampaignModel,
  FraudSignalModel,
  FraudTraceModel,
  PostbackCallModel,
  PostbackModel,
} from '../promotion';
import { type Person, recordOf } from './person';

type Query = Record<string, unknown>;

/** Where data of persons is stored, and what becomes of it when one is erased. */
export interface PersonalDataSource {
  /** As the export names it. */
  name: string;
  model: AnyModel;
  /** Which documents are about a person: those that meet one of these. Each goes by an index of its own. */
  where: (person: Person) => Query[];
  /**
   * `delete`: its documents go. `scrub`: their texts about the person go (erase-person.ts). Otherwise why they stay as
   * they are.
   */
  erased: 'delete' | 'scrub' | { kept: string };
}

const of =
  (kind: AccountKind, query: (person: Person) => Query): PersonalDataSource['where'] =>
  (person) =>
    person.kind === kind ? [query(person)] : [];

const payees =
  (query: (person: Person) => Query): PersonalDataSource['where'] =>
  (person) =>
    isPaidKind(person.kind) ? [query(person)] : [];

/** What an affiliate alone has, and what goes with them. @param query by their id; default: the documents name it affID */
const ofAffiliate = (
  name: string,
  model: AnyModel,
  query = (affID: number): Query => ({ affID }),
): PersonalDataSource => ({
  name,
  model,
  where: of('affiliate', ({ id }) => query(id)),
  erased: 'delete',
});

/** What payees have that stays, and why. */
const keptOfPayee = (
  name: string,
  model: AnyModel,
  kept: string,
  query: (person: Person) => Query,
): PersonalDataSource => ({ name, model, where: payees(query), erased: { kept } });

const record = (kind: AccountKind): PersonalDataSource => ({
  name: kind,
  model: ACCOUNT_KIND_INFO[kind].model,
  where: of(kind, recordOf),
  erased: 'scrub',
});

const byPayee =
  (field: string) =>
  ({ kind, id }: Person): Query => ({ [field]: `${kind}:${id}` });
const byPayments = ({ payrollIDs }: Person): Query => ({ payrollID: { $in: payrollIDs } });

/** Pages of payroll runs with rows of an affiliate or a member of staff. */
export const payrollPagesOf = ({ id, runIDs }: Person): Query => ({
  'rows.personID': id,
  runID: { $in: runIDs },
});

/** The affID of messages that nobody signed in has written. */
const VISITOR_ID = 0;
/** Of mails that don't say whose they are. */
const NOBODYS = { owner: null, about: null };

const PAYMENT_LAW = 'payments and their books are kept for the years that tax law demands';
export const KEPT_IDENTITY = 'whom payments were made to, for tax forms, encrypted until its date';
const LEDGER = 'the ledger keeps its sums; it knows the person by a number only';

/** Every collection that holds data of persons. The order of an export. */
export const PERSONAL_DATA_SOURCES: readonly PersonalDataSource[] = [
  ...ACCOUNT_KIND_NAMES.map(record),
  keptOfPayee('keptIdentity', KeptIdentityModel, KEPT_IDENTITY, byPayee('_id')),
  {
    name: 'paymentChange',
    model: PaymentChangeModel,
    where: payees(({ kind, id }) => ({ kind, personID: id })),
    erased: 'delete',
  },
  keptOfPayee('payment', PayrollModel, PAYMENT_LAW, byPayee('payee')),
  keptOfPayee('paymentMark', PaymentMarkModel, PAYMENT_LAW, byPayments),
  keptOfPayee('excludedPayment', ExcludedPaymentModel, PAYMENT_LAW, byPayments),
  keptOfPayee('entry', EntryModel, LEDGER, byPayee('payee')),
  {
    name: 'attribution',
    model: AttributionModel,
    where: of('member', ({ id }) => ({ _id: id })),
    erased: { kept: LEDGER },
  },
  {
    name: 'event',
    model: EventModel,
    where: ({ kind, id }) => {
      const { inEvents, idField } = ACCOUNT_KIND_INFO[kind];
      return inEvents ? [{ [`body.${idField}`]: id }] : [];
    },
    erased: { kept: LEDGER },
  },
  {
    name: 'profile',
    model: ProfileModel,
    where: of('staff', ({ id }) => ({ staffID: id })),
    erased: 'scrub',
  },
  {
    name: 'picture',
    model: PictureModel,
    where: ({ photoIDs }) => [{ photoID: { $in: photoIDs } }],
    erased: 'scrub',
  },
  {
    name: 'contactMessage',
    model: ContactMessageModel,
    where: (person) => [
      { affID: VISITOR_ID, emailAddress: { $in: person.unsharedEmails } },
      ...of('affiliate', ({ id }) => ({ affID: id }))(person),
    ],
    erased: 'delete',
  },
  {
    name: 'mail',
    model: MailModel,
    where: ({ kind, id, unsharedEmails }) => [
      { 'owner.kind': kind, 'owner.id': id },
      { 'about.kind': kind, 'about.id': id },
      { to: { $in: unsharedEmails }, ...NOBODYS },
      { replyTo: { $in: unsharedEmails }, ...NOBODYS },
    ],
    erased: 'delete',
  },
  ofAffiliate('fraudSignal', FraudSignalModel),
  ofAffiliate('fraudTrace', FraudTraceModel),
  ofAffiliate('apiKey', ApiKeyModel),
  ofAffiliate('campaign', CampaignModel),
  ofAffiliate('postback', PostbackModel, (_id) => ({ _id })),
  ofAffiliate('postbackCall', PostbackCallModel),
  ofAffiliate('resetToken', ResetTokenModel, (id) => ({ kind: 'affiliate', id })),
  ofAffiliate('changeNotice', ChangeNoticeModel, (id) => ({ kind: 'affiliate', id })),
  ofAffiliate('failedSignIns', FailedSignInsModel, (id) => ({
    'subject.type': 'affiliate',
    'subject.id': id,
  })),
  {
    name: 'payrollRow',
    model: PayrollRunPageModel,
    where: payees(payrollPagesOf),
    erased: 'scrub',
  },
  {
    name: 'auditLine',
    model: AuditModel,
    where: ({ kind, id, photoIDs, profileIDs }) => [
      { 'subject.type': kind, 'subject.id': String(id) },
      { 'actor.kind': kind, 'actor.id': id },
      { 'subject.type': 'image', 'subject.id': { $in: photoIDs.map(String) } },
      { 'subject.type': 'profile', 'subject.id': { $in: profileIDs.map(String) } },
    ],
    erased: 'scrub',
  },
];
