import { type FraudRule, type HiddenNumber, isPaidKind } from '@partnerdesk/contracts';
import { clearNumber, numberContext, readKeptIdentity } from '../accounts';
import type { Person } from './person';

/**
 * Who reads an export: the person, the office, or somebody of the office who may see pictures; others get a picture's
 * record without its file. An email is no proof of whose something is: accounts take addresses that nobody has verified.
 * So people get for themselves only what names them by their id, and nothing of the people of the office.
 */
export type ExportReader = 'person' | 'office' | 'moderator';

type Fields = Record<string, unknown>;

/** Keep people out, or are derived, and say nothing about the person. */
const LEFT_OUT = new Set([
  '_id',
  'passwordHash',
  'secondFactor',
  'emailKey',
  'nameKey',
  'surnameKey',
  'sharedNameKey',
  'usernameKey',
  'salt',
  'achKey',
  'payPalKey',
  'hash',
  'hashBands',
  'near',
  'uploadKey',
  'sessionVersion',
  'keysVersion',
  'review',
  'auditOutbox',
  'seals',
  'seal',
  'accountSeal',
  'payment',
  'digests',
  'salts',
  'prev',
  'writer',
  'key',
]);
/** Who of the office did something, by which request, and what it should look at before it pays. */
const OF_OFFICE = new Set([
  ...['by', 'createdBy', 'approvedBy', 'reviewedBy', 'decidedBy', 'withdrawnBy', 'requestId'],
  ...['accountShared', 'accountReturned', 'openSignals'],
]);
/** What says why the office looks at the person, and where others called from. */
const NOT_FOR_PERSON: Record<string, readonly string[]> = {
  fraudSignal: ['reason', 'note'],
  failedSignIns: ['address'],
};
/** Their reasons name another payee. */
const NAMING_OTHERS: readonly unknown[] = ['own-sign-ups', 'shared-account'] satisfies FraudRule[];

/** A document about a person as an export has it. */
export async function readableRecord(
  person: Person,
  what: string,
  document: Fields,
  reader: ExportReader,
): Promise<Fields> {
  const data = withoutOthers(what, await storedFields(person, what, document));
  return reader === 'person' ? forPerson(person, what, data) : data;
}

async function storedFields({ kind, id }: Person, what: string, document: Fields): Promise<Fields> {
  if (what === 'keptIdentity') return { ...(await readKeptIdentity(`${kind}:${id}`)) };
  // Of a page of payroll, this person's rows only.
  if (what === 'payrollRow')
    return { rows: (document.rows as { personID?: number }[]).filter(({ personID }) => personID === id) };
  const data: Fields = {};
  for (const [name, value] of Object.entries(document)) {
    if (LEFT_OUT.has(name) || value === '' || value === null) continue;
    if (!name.endsWith('Encrypted')) data[name] = value;
    else if (what === kind && isPaidKind(kind)) {
      const field = name.replace(/Encrypted$/, '') as HiddenNumber;
      const number = clearNumber(String(value), numberContext(kind, id, field));
      data[field] = number ?? 'cannot be read: its key is lost';
    }
  }
  return data;
}

/** Nobody gets another payee's data by asking about this one. */
function withoutOthers(what: string, data: Fields): Fields {
  if (what === 'fraudSignal' && NAMING_OTHERS.includes(data.rule)) return without(data, new Set(['reason']));
  // Its `signal` is the reason.
  return isReview(what, data) ? { ...data, after: without(data.after, new Set(['signal'])) } : data;
}

const isReview = (what: string, data: Fields) =>
  what === 'auditLine' && data.action === 'fraud-signal.reviewed';

function forPerson({ kind, id }: Person, what: string, data: Fields): Fields {
  const own = without(data, OF_OFFICE) as Fields;
  for (const name of NOT_FOR_PERSON[what] ?? []) delete own[name];
  // Where the office gets its mail.
  if (what === 'mail' && own.kind === 'contact') delete own.to;
  if (what !== 'auditLine') return own;
  const actor = own.actor as { kind?: string; id?: number };
  if (actor.kind !== kind || actor.id !== id) {
    own.actor = { kind: actor.kind };
    delete own.address;
  }
  if (isReview(what, own)) delete own.after;
  return own;
}

/** A stored value without fields of these names, at whatever depth. */
function without<Value>(value: Value, names: ReadonlySet<string>): Value {
  if (Array.isArray(value)) return value.map((each) => without(each, names)) as Value;
  if (value === null || typeof value !== 'object' || value.constructor !== Object) return value;
  const kept = Object.entries(value).filter(([name]) => !names.has(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each, names)])) as Value;
}
