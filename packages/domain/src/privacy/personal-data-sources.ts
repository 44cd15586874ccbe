import { ACCOUNT_KIND_NAMES, type AccountKind, PAID_KINDS } from '@partnerdesk/contracts';
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
import { type Person, recordOf, VISITOR_ID } from './person';

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
