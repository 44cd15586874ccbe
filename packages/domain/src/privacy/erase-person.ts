import {
  type AccountKind,
  AppError,
  impersonalFields,
  isPaidKind,
  isSignInKind,
  KEPT_DATA_TEXT,
} from '@partnerdesk/contracts';
import {
  ACCOUNT_KIND_INFO,
  clearNumber,
  emailKeyOf,
  endingAccess,
  IDENTITY_FIELDS,
  type Identity,
  keepIdentity,
  numberContext,
  reseal,
} from '../accounts';
import { databaseNow } from '../ledger';
import { PictureModel, removePicture, scrubProfiles } from '../moderation';
import {
  latestMarks,
  openBalances,
  PayFileLineModel,
  PayFileModel,
  type PayrollRunPage,
  PayrollRunPageModel,
} from '../payroll';
import {
  type AuditLine,
  AuditModel,
  type By,
  dayOf,
  deliverAudit,
  deliverForgotten,
  eraseTexts,
  type Storage,
  updateAudited,
  withAudit,
} from '../platform';
import {
  findPersonOrThrow,
  KEPT_IDENTITY,
  PERSONAL_DATA_SOURCES,
  type Person,
  payrollPagesOf,
  recordOf,
} from './personal-data-sources';

export interface Erasure {
  /** false: the person had been erased before, nothing was changed. */
  erased: boolean;
  kept: { what: string; documents: number; why: string }[];
}

/** What a record keeps beside its impersonal fields; every other one loses its value. */
const KEPT_FIELDS = [
  ...['_id', 'createdAt', 'closedAt', 'decidedBy', 'decidedAt', 'review', 'sessionVersion', 'keysVersion'],
  ...['erasingAt', 'erasedAt', 'auditOutbox', 'seals', 'noticesOff'],
  ...['terms', 'groupID', 'ownCommission', 'termsNextDay'],
];

/**
 * Takes a person's data out of everything but the books (docs/RULES.md, Personal data). Final. Safe to repeat; killed, it is
 * started again: the record is changed last, so that what finds the rest is there until the end.
 * @throws AppError not_found; conflict while a balance is open or a payment is on its way, and when somebody saves the
 *   record as it begins
 */
export async function erasePerson(storage: Storage, kind: AccountKind, id: number, by: By): Promise<Erasure> {
  const before = await findPersonOrThrow(kind, id);
  if (before.record.erasedAt) return { erased: false, kept: await keptOf(before) };
  const obstacle = await obstacleTo(before);
  if (obstacle) throw new AppError('conflict', obstacle);
  const erasedBy = await closeForErasure(before, by);
  // Pictures and profiles may have come until then.
  const person = await findPersonOrThrow(kind, id);
  if (person.payrollIDs.length > 0) await keepIdentityOf(person);
  for (const photoID of person.photoIDs) await removePicture(storage, photoID);
  const noReviews = { decisions: [], history: [] };
  await PictureModel.updateMany({ photoID: { $in: person.photoIDs } }, { $set: noReviews });
  await scrubProfiles(person.profileIDs);
  await scrubPayrollRows(person);
  for (const { model, where, erased } of PERSONAL_DATA_SOURCES) {
    if (erased !== 'delete') continue;
    for (const query of where(person)) await model.deleteMany(query);
  }
  await scrubAuditLines(person, erasedBy);
  const kept = await keptOf(person);
  await pseudonymise(person, kept, by);
  return { erased: true, kept };
}

/** What erasing a person would come to now. @throws AppError not_found */
export async function planErasure(
  kind: AccountKind,
  id: number,
): Promise<{ erasedAt?: Date; obstacle?: string; kept: Erasure['kept'] }> {
  const person = await findPersonOrThrow(kind, id);
  const kept = await keptOf(person);
  const { erasedAt } = person.record;
  if (erasedAt) return { erasedAt: erasedAt as Date, kept };
  const isKept = kept.some(({ what }) => what === 'keptIdentity');
  if (person.payrollIDs.length > 0 && !isKept)
    kept.unshift({ what: 'keptIdentity', documents: 1, why: KEPT_IDENTITY });
  const obstacle = await obstacleTo(person);
  return { ...(obstacle && { obstacle }), kept };
}

/** The day after all days: whatever is posted. */
const EVER = '9999-12-31';

/** @returns why the person's accounts are not settled yet; undefined: they are */
async function obstacleTo({ kind, id, payrollIDs }: Person): Promise<string | undefined> {
  if (!isPaidKind(kind)) return undefined;
  const [balance] = await openBalances(kind, EVER, [id]);
  if (balance && balance.cents !== 0) return 'A balance is open: pay it or adjust it to zero first';
  const marks = await latestMarks(payrollIDs);
  const open = payrollIDs.filter((payrollID) => (marks.get(payrollID)?.state ?? 'executed') === 'executed');
  const lines = await PayFileLineModel.find({ _id: { $in: open } }).lean();
  const live = await PayFileModel.findOne({
    _id: { $in: lines.map(({ payFileID }) => payFileID) },
    state: { $ne: 'discarded' },
  }).lean();
  if (live) return `Pay file ${live._id} has an open payment of this person: mark it paid or returned first`;
  return open.length > 0 ? `Payment ${open[0]} is neither paid nor returned: mark it first` : undefined;
}

/**
 * From here on the person can't sign in and nobody can edit the record. @returns the line that says so; all before is in the log
 * @throws AppError conflict when somebody has saved the record since it was read: its seals would be of what it was
 */
async function closeForErasure(person: Person, by: By): Promise<string> {
  const { kind, id } = person;
  const key = `person.erasure-begun:${kind}:${id}`;
  const closed = { status: ACCOUNT_KIND_INFO[kind].closedStatus };
  const { set: sealed, seals } = reseal(kind, id, person.record, closed);
  const update = {
    $set: { erasingAt: new Date(), ...closed, ...sealed },
    // A change whose mails are not sent yet would be recorded again.
    $unset: {
      ...(isPaidKind(kind) && { paymentChange: 1, emailChange: 1 }),
      ...(isSignInKind(kind) && { passwordNotice: 1 }),
    },
    $inc: { version: 1, ...(isSignInKind(kind) && endingAccess({ kind })) },
  };
  const begun = { action: 'person.erasure-begun', subject: { type: kind, id }, key } as const;
  await modelOf(person).updateOne(
    { ...recordOf(person), erasingAt: null, version: person.record.version },
    withAudit(update, { ...by, ...begun, ...(seals && { seals }) }),
  );
  await deliverForgotten(new Date());
  await deliverAudit(modelOf(person), recordOf(person));
  const line = await AuditModel.findOne({ key }, { _id: 1 }).lean();
  if (!line) throw new AppError('conflict', 'Somebody has changed this record just now. Please try again');
  return line._id;
}

/** Whom tax forms name: kept of those who were paid. */
async function keepIdentityOf({ kind, id, record }: Person): Promise<void> {
  if (!isPaidKind(kind)) return;
  const stored = Object.fromEntries(IDENTITY_FIELDS.map((name) => [name, record[name]]));
  const taxID = clearNumber(String(record.taxIDEncrypted ?? ''), numberContext(kind, id, 'taxID')) ?? '';
  await keepIdentity(`${kind}:${id}`, { ...stored, taxID } as Identity, dayOf(databaseNow()));
}

/** Rows of payrolls that clerks looked at. Their place in the page does not change. */
async function scrubPayrollRows(person: Person): Promise<void> {
  const { id } = person;
  const name = namesOfErased(person).join(' ');
  const pages = PayrollRunPageModel.find(payrollPagesOf(person)).lean<PayrollRunPage[]>().cursor();
  for await (const { _id, rows } of pages) {
    const set: Record<string, string> = {};
    for (const [index, row] of (rows as Record<string, unknown>[]).entries()) {
      if (row.personID !== id) continue;
      if ('name' in row) set[`rows.${index}.name`] = name;
      if ('paymentInfo' in row) set[`rows.${index}.paymentInfo`] = '';
      // What a row that changed was by then.
      if (row.now) set[`rows.${index}.now.name`] = name;
    }
    await PayrollRunPageModel.updateOne({ _id }, { $set: set });
  }
}

/** Lines that the journal wrote are part of its proof; they name numbers and amounts. */
const FROM_JOURNAL = /^journal:/;

/** What was done and when stays; what the lines say about the person goes. @param erasedBy the line about the erasure */
async function scrubAuditLines(person: Person, erasedBy: string): Promise<void> {
  // Searches that were exported, and the like: they may name anybody.
  const texts = [...person.emails, ...person.names].map((text) => text.toLowerCase());
  const others = { after: { $exists: true }, 'subject.type': 'export' };
  for await (const line of AuditModel.find(others).lean<AuditLine[]>().cursor()) {
    if (Object.values(line.after).some((value) => names(String(value).toLowerCase(), texts)))
      await scrubLine(line, person, erasedBy);
  }
  // Last: some of the person's emails are known by these lines alone.
  for (const about of PERSONAL_DATA_SOURCES.find(({ name }) => name === 'auditLine')?.where(person) ?? []) {
    for await (const line of AuditModel.find(about).lean<AuditLine[]>().cursor())
      await scrubLine(line, person, erasedBy);
  }
}

/** Whether a text that was searched for is the person's, or starts one of theirs as searches do. */
const names = (said: string, texts: readonly string[]) =>
  said.length > 2 && texts.some((text) => text.startsWith(said) || said.includes(text));

async function scrubLine(line: AuditLine, person: Person, erasedBy: string): Promise<void> {
  if (FROM_JOURNAL.test(line._id)) return;
  const { actor, address, before, after } = line;
  const { kind = '', id, emailAddress = '' } = actor ?? {};
  const isOwn = (kind === person.kind && id === person.id) || kind === 'visitor';
  const said = { before, after, ...(isOwn && { email: emailAddress, address }) };
  const gone = (Object.keys(said) as (keyof typeof said)[]).filter((name) => said[name]);
  if (gone.length > 0) await eraseTexts(line, gone, erasedBy);
}

const namesOfErased = ({ kind, id }: Pick<Person, 'kind' | 'id'>) => ['Erased', `${kind} ${id}`] as const;

/** Ends an erasure. @param kept what its entry of the audit log says that stays */
async function pseudonymise(person: Person, kept: Erasure['kept'], by: By): Promise<void> {
  const { kind, id } = person;
  const { model, closedStatus, nameFields } = ACCOUNT_KIND_INFO[kind];
  const emailAddress = `${kind}-${id}@erased.invalid`;
  const erased = { emailAddress, emailKey: emailKeyOf(emailAddress), erasedAt: new Date() };
  const set: Record<string, unknown> = {
    ...erased,
    status: closedStatus,
    ...nameFields(...namesOfErased(person)),
  };
  const unset: Record<string, 1> = {};
  const stays = new Set([...KEPT_FIELDS, ...impersonalFields(kind), ...Object.keys(set)]);
  for (const [path, { options, instance }] of Object.entries(model.schema.paths)) {
    if (stays.has(path)) continue;
    if (instance === 'Array') set[path] = [];
    else if (options.default === undefined || typeof options.default === 'function') unset[path] = 1;
    else set[path] = options.default;
  }
  // Closing the account has sealed it since the record was read.
  const before = await model.findOne(recordOf(person), { _id: 0 }).lean<Record<string, unknown>>().orFail();
  const gone = Object.fromEntries(Object.keys(unset).map((path) => [path, undefined]));
  const { set: sealed, seals } = reseal(kind, id, before, { ...set, ...gone });
  const said = kept.map(({ what, documents }) => `${KEPT_DATA_TEXT[what] ?? what}: ${documents}`).join(', ');
  const about = { subject: { type: kind, id }, after: { kept: said }, ...(seals && { seals }) };
  const update = { $set: { ...set, ...sealed }, $unset: unset, $inc: { version: 1 } };
  const entry = { ...by, action: 'person.erased', ...about } as const;
  await updateAudited(model, { ...recordOf(person), erasedAt: null }, update, entry);
}

async function keptOf(person: Person): Promise<Erasure['kept']> {
  const kept: Erasure['kept'] = [];
  for (const { name, model, where, erased } of PERSONAL_DATA_SOURCES) {
    if (typeof erased === 'string') continue;
    let documents = 0;
    for (const query of where(person)) documents += await model.countDocuments(query);
    if (documents > 0) kept.push({ what: name, documents, why: erased.kept });
  }
  return kept;
}

const modelOf = ({ kind }: Person) => ACCOUNT_KIND_INFO[kind].model;
