import { randomUUID } from 'node:crypto';
import { AppError, MAX_PASSKEYS } from '@partnerdesk/contracts';
import { Secret, TOTP } from 'otpauth';
import {
  isSetUp,
  makeNoticedChange,
  type Passkey,
  type PersonRef,
  type SecondFactor,
  signInAccountOf,
} from '../accounts';
import { type AuditEntry, type By, decryptField, encryptField, type NoticedChange } from '../platform';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes';

/** Seconds that a code of an app is shown. */
const PERIOD_S = 30;
/** Codes of the step before and after count too: clocks differ. */
const WINDOW = 1;
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;

/** What a person has; empty when nothing is set up. */
export async function readSecondFactor(person: PersonRef): Promise<SecondFactor> {
  const { model, query } = signInAccountOf(person);
  const found = await model
    .findOne(query, { secondFactor: 1, _id: 0 })
    .lean<{ secondFactor?: SecondFactor }>();
  return found?.secondFactor ?? { version: '', passkeys: [], recoveryHashes: [] };
}

/** Prepares an authenticator app; it counts once `confirmTotp` has seen one of its codes. */
export async function startTotp(
  person: PersonRef,
  names: { issuer: string; label: string },
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES });
  const totpPendingEncrypted = encryptField(secret.base32, contextOf(person));
  await write(person, (current) => ({ ...current, totpPendingEncrypted }));
  return { secret: secret.base32, uri: totpOf(secret.base32, names).toString() };
}

/** What became of a person's factors. */
export interface FactorsChanged {
  /** With the first factor; else empty. */
  recoveryCodes: string[];
  /** Of the set that it is now (Principal). */
  factorsID: string;
  /** Mails about it, to be sent. */
  mailIDs: string[];
}

/**
 * Turns the prepared app on.
 * @throws AppError invalid_input for a wrong code, conflict when none was prepared
 */
export async function confirmTotp(person: PersonRef, code: string, by: By): Promise<FactorsChanged> {
  const entry = entryOf(person, 'second-factor.added', { kind: 'authenticator app' }, by);
  return add(person, entry, (current) => {
    const { totpPendingEncrypted, ...rest } = current;
    if (!totpPendingEncrypted) throw new AppError('conflict', 'Please start again');
    const step = stepOf(decryptField(totpPendingEncrypted, contextOf(person)), code);
    if (step === undefined) throw wrongCode();
    return { ...rest, totpEncrypted: totpPendingEncrypted, totpStep: step };
  });
}

/** @throws AppError conflict with too many, or the same again */
export async function addPasskey(person: PersonRef, passkey: Passkey, by: By): Promise<FactorsChanged> {
  const entry = entryOf(person, 'second-factor.added', { kind: 'passkey', name: passkey.name }, by);
  return add(person, entry, (current) => {
    if (current.passkeys.length >= MAX_PASSKEYS)
      throw new AppError('conflict', `There can be ${MAX_PASSKEYS} passkeys at most`);
    if (current.passkeys.some(({ id }) => id === passkey.id))
      throw new AppError('conflict', 'This passkey is there already');
    return { ...current, passkeys: [...current.passkeys, passkey] };
  });
}

/** Recovery codes come with the first factor and go with the last. */
async function add(
  person: PersonRef,
  entry: AuditEntry,
  change: (current: SecondFactor) => SecondFactor,
): Promise<FactorsChanged> {
  const codes = makeRecoveryCodes();
  const factorsID = randomUUID();
  let isFirst = false;
  const added = (current: SecondFactor) => {
    isFirst = !isSetUp(current);
    const next = { ...change(current), factorsID };
    return isFirst ? { ...next, since: new Date(), recoveryHashes: codes.map(hashRecoveryCode) } : next;
  };
  const mailIDs = await writeNoticed(person, added, { what: 'factor-added', entry });
  return { recoveryCodes: isFirst ? codes : [], factorsID, mailIDs };
}

const noSuchFactor = () => new AppError('not_found', 'There is no such second factor');

/** @throws AppError not_found */
export async function removeTotp(person: PersonRef, by: By): Promise<FactorsChanged> {
  const entry = entryOf(person, 'second-factor.removed', { kind: 'authenticator app' }, by);
  return remove(person, entry, (current) => {
    const { totpEncrypted, totpPendingEncrypted: _, ...rest } = current;
    if (!totpEncrypted) throw noSuchFactor();
    return rest;
  });
}

/** @throws AppError not_found */
export async function removePasskey(person: PersonRef, id: string, by: By): Promise<FactorsChanged> {
  return remove(person, entryOf(person, 'second-factor.removed', { kind: 'passkey' }, by), (current) => {
    const passkeys = current.passkeys.filter((each) => each.id !== id);
    if (passkeys.length === current.passkeys.length) throw noSuchFactor();
    return { ...current, passkeys };
  });
}

async function remove(
  person: PersonRef,
  entry: AuditEntry,
  change: (current: SecondFactor) => SecondFactor,
): Promise<FactorsChanged> {
  const factorsID = randomUUID();
  const removed = (current: SecondFactor) => {
    const { since, ...next } = { ...change(current), factorsID };
    return isSetUp(next) ? { ...next, ...(since && { since }) } : { ...next, recoveryHashes: [] };
  };
  const mailIDs = await writeNoticed(person, removed, { what: 'factor-removed', entry });
  return { recoveryCodes: [], factorsID, mailIDs };
}

/** Ten new recovery codes; the ones before are worthless. @throws AppError conflict without a second factor */
export async function renewRecoveryCodes(
  person: PersonRef,
  by: By,
): Promise<Pick<FactorsChanged, 'recoveryCodes' | 'mailIDs'>> {
  const codes = makeRecoveryCodes();
  const renewed = (current: SecondFactor) => {
    if (!isSetUp(current)) throw new AppError('conflict', 'Set up a second factor first');
    return { ...current, recoveryHashes: codes.map(hashRecoveryCode) };
  };
  const entry = entryOf(person, 'second-factor.recovery-codes-made', {}, by);
  return {
    recoveryCodes: codes,
    mailIDs: await writeNoticed(person, renewed, { what: 'recovery-codes-made', entry }),
  };
}

/** The six digits of an app's code, however they are typed; undefined: it can't be one. */
const digitsOf = (code: string) => /^\d{6}$/.exec(code.replace(/\s/g, ''))?.[0];

/** Whether a code may be an app's, which can be guessed; a recovery code has 120 random bits. */
export const isAppCode = (code: string): boolean => digitsOf(code) !== undefined;

/** Uses a code of the app, or a recovery code; each works once, also when it comes twice at the same moment. */
export async function useCode(person: PersonRef, code: string): Promise<boolean> {
  try {
    await write(person, (current) => {
      const used = useTotp(person, current, code) ?? useRecoveryCode(current, code);
      if (!used) throw wrongCode();
      return used;
    });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_input') return false;
    throw error;
  }
}

function useTotp(person: PersonRef, current: SecondFactor, code: string): SecondFactor | undefined {
  if (!current.totpEncrypted) return undefined;
  const step = stepOf(decryptField(current.totpEncrypted, contextOf(person)), code);
  return step !== undefined && step > (current.totpStep ?? 0) ? { ...current, totpStep: step } : undefined;
}

function useRecoveryCode(current: SecondFactor, code: string): SecondFactor | undefined {
  const hash = hashRecoveryCode(code);
  if (!current.recoveryHashes.includes(hash)) return undefined;
  return { ...current, recoveryHashes: current.recoveryHashes.filter((each) => each !== hash) };
}

/** Keeps the counter of a passkey that has signed. */
export async function notePasskeyUse(person: PersonRef, id: string, counter: number): Promise<void> {
  const lastUsedAt = new Date();
  await write(person, (current) => ({
    ...current,
    passkeys: current.passkeys.map((each) => (each.id === id ? { ...each, counter, lastUsedAt } : each)),
  }));
}

const wrongCode = () =>
  new AppError('invalid_input', 'The code is not right', { Code: 'The code is not right' });

/** The time step of a code that is valid now; undefined when it is not. */
function stepOf(base32: string, code: string): number | undefined {
  const token = digitsOf(code);
  if (token === undefined) return undefined;
  const delta = totpOf(base32).validate({ token, window: WINDOW });
  return delta === null ? undefined : Math.floor(Date.now() / 1000 / PERIOD_S) + delta;
}

function totpOf(base32: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret: Secret.fromBase32(base32), period: PERIOD_S, digits: 6 });
}

const contextOf = ({ kind, id }: PersonRef) => `${kind}:${id}:totp`;

/** So often a write is made again that another has overtaken. */
const TRIES = 5;

type Change = (current: SecondFactor) => Omit<SecondFactor, 'version'>;

/** Writes what the owner needs no mail about. @throws as writeAsRead */
function write(person: PersonRef, change: Change): Promise<unknown> {
  const { model, query } = signInAccountOf(person);
  return writeAsRead(person, change, async (expected, update) => {
    const { matchedCount } = await model.updateOne({ ...query, ...expected }, update);
    return matchedCount > 0 ? true : undefined;
  });
}

/** Writes a change that is in the audit log and mailed. @returns its mails, to be sent @throws as writeAsRead */
async function writeNoticed(
  person: PersonRef,
  change: Change,
  noticed: { what: NoticedChange; entry: AuditEntry },
): Promise<string[]> {
  const { mailIDs } = await writeAsRead(person, change, (expected, update) =>
    makeNoticedChange(person, { ...noticed, expected, update }),
  );
  return mailIDs;
}

/**
 * Writes the second factor if it is still what was read.
 * @param store answers undefined when the account is not as expected
 * @throws what `change` throws; AppError not_found, conflict
 */
async function writeAsRead<Stored>(
  person: PersonRef,
  change: Change,
  store: (expected: object, update: { $set: object }) => Promise<Stored | undefined>,
): Promise<Stored> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const current = await readSecondFactor(person);
    const expected = current.version
      ? { 'secondFactor.version': current.version }
      : { secondFactor: { $exists: false } };
    const secondFactor = { ...change(current), version: randomUUID() };
    const stored = await store(expected, { $set: { secondFactor } });
    if (stored !== undefined) return stored;
  }
  throw new AppError('conflict', 'Please try again');
}

function entryOf(
  { kind, id }: PersonRef,
  action: 'second-factor.added' | 'second-factor.removed' | 'second-factor.recovery-codes-made',
  after: Record<string, unknown>,
  by: By,
): AuditEntry {
  return { ...by, action, subject: { type: kind, id }, after };
}
