import {
  ACCOUNT_KIND_NAMES,
  type AccountKind,
  isPaidKind,
  isPicturedKind,
  payrollTypeOf,
  pictureTypesOf,
} from '@partnerdesk/contracts';
import {
  ACCOUNT_KIND_INFO,
  AdministratorModel,
  emailKeyOf,
  findAccountOrThrow,
  storedEmailOf,
} from '../accounts';
import { catchUpLedger } from '../ledger';
import { ContactMessageModel } from '../mail';
import { PictureModel, ProfileModel } from '../moderation';
import { PayrollModel, PayrollRunModel } from '../payroll';
import { AuditModel, MailModel } from '../platform';

/** The affID of messages that nobody signed in has written. */
export const VISITOR_ID = 0;

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
