import { hash, randomBytes, randomUUID } from 'node:crypto';
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
import { type By, type ChangeEntry, decryptField, encryptField, type NoticedChange } from '../platform';

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

/** How many there are at first (docs/RULES.md, Who may enter "Second factor"). */
export const RECOVERY_CODES = 10;
/** 32 letters and digits, so that 24 of them are 120 bits; none of i, l, o, 1. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz023456789';
const LENGTH = 24;

/** New codes, in groups of four: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const letters = [...randomBytes(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
    return letters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** What of a code is stored. It is as random as a key, so that a fast hash is enough; how it is typed does not matter. */
export const hashRecoveryCode = (code: string): string =>
  hash('sha256', code.toLowerCase().replace(/[^a-z0-9]/g, ''), 'base64url');

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

/** What became of a person's factors: recovery codes come with the first one, `factorsID` is of the set that it is now. */
export interface FactorsChanged {
  recoveryCodes: string[];
  factorsID: string;
}

/** Turns the prepared app on. @throws AppError invalid_input for a wrong code; conflict when none was prepared */
export const confirmTotp = (person: PersonRef, code: string, by: By): Promise<FactorsChanged> =>
  changeFactors(person, 'added', { kind: 'authenticator app' }, by, ({ totpPendingEncrypted, ...rest }) => {
    if (!totpPendingEncrypted) throw new AppError('conflict', 'Please start again');
    const step = stepOf(decryptField(totpPendingEncrypted, contextOf(person)), code);
    if (step === undefined) throw wrongCode();
    return { ...rest, totpEncrypted: totpPendingEncrypted, totpStep: step };
  });

/** @throws AppError conflict with too many, or the same again */
export const addPasskey = (person: PersonRef, passkey: Passkey, by: By): Promise<FactorsChanged> =>
  changeFactors(person, 'added', { kind: 'passkey', name: passkey.name }, by, (current) => {
    if (current.passkeys.length >= MAX_PASSKEYS)
      throw new AppError('conflict', `There can be ${MAX_PASSKEYS} passkeys at most`);
    if (current.passkeys.some(({ id }) => id === passkey.id))
      throw new AppError('conflict', 'This passkey is there already');
    return { ...current, passkeys: [...current.passkeys, passkey] };
  });

const noSuchFactor = () => new AppError('not_found', 'There is no such second factor');

/** @throws AppError not_found */
export const removeTotp = (person: PersonRef, by: By): Promise<FactorsChanged> =>
  changeFactors(person, 'removed', { kind: 'authenticator app' }, by, (current) => {
    const { totpEncrypted, totpPendingEncrypted: _, ...rest } = current;
    if (!totpEncrypted) throw noSuchFactor();
    return rest;
  });

/** @throws AppError not_found */
export const removePasskey = (person: PersonRef, id: string, by: By): Promise<FactorsChanged> =>
  changeFactors(person, 'removed', { kind: 'passkey' }, by, (current) => {
    const passkeys = current.passkeys.filter((each) => each.id !== id);
    if (passkeys.length === current.passkeys.length) throw noSuchFactor();
    return { ...current, passkeys };
  });

/** Recovery codes come with the first factor and go with the last. */
async function changeFactors(
  person: PersonRef,
  how: 'added' | 'removed',
  factor: { kind: string; name?: string },
  by: By,
  change: (current: SecondFactor) => SecondFactor,
): Promise<FactorsChanged> {
  const codes = makeRecoveryCodes();
  const factorsID = randomUUID();
  let isFirst = false;
  const changed = (current: SecondFactor) => {
    isFirst = !isSetUp(current);
    const next = { ...change(current), factorsID };
    if (isFirst) return { ...next, since: new Date(), recoveryHashes: codes.map(hashRecoveryCode) };
    if (isSetUp(next)) return next;
    const { since: _, ...none } = next;
    return { ...none, recoveryHashes: [] };
  };
  const entry = { action: `second-factor.${how}`, after: factor } as const;
  await write(person, changed, { by, what: `factor-${how}`, entry });
  return { recoveryCodes: isFirst ? codes : [], factorsID };
}

/** Ten new recovery codes; the ones before are worthless. @throws AppError conflict without a second factor */
export async function renewRecoveryCodes(person: PersonRef, by: By): Promise<string[]> {
  const codes = makeRecoveryCodes();
  const renewed = (current: SecondFactor) => {
    if (!isSetUp(current)) throw new AppError('conflict', 'Set up a second factor first');
    return { ...current, recoveryHashes: codes.map(hashRecoveryCode) };
  };
  const entry = { action: 'second-factor.recovery-codes-made', after: {} } as const;
  await write(person, renewed, { by, what: 'recovery-codes-made', entry });
  return codes;
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

/**
 * Writes the second factor if it is still what was read. @throws what `change` throws; AppError conflict
 * @param noticed its line in the audit log and its mail; missing: the owner needs neither
 */
async function write(
  person: PersonRef,
  change: (current: SecondFactor) => Omit<SecondFactor, 'version'>,
  noticed?: { by: By; what: NoticedChange; entry: ChangeEntry },
): Promise<void> {
  const { model, query } = signInAccountOf(person);
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const current = await readSecondFactor(person);
    const expected = current.version
      ? { 'secondFactor.version': current.version }
      : { secondFactor: { $exists: false } };
    const update = { $set: { secondFactor: { ...change(current), version: randomUUID() } } };
    if (noticed) {
      const { by, ...about } = noticed;
      if (await makeNoticedChange(person, by, { ...about, update, expected })) return;
    } else if ((await model.updateOne({ ...query, ...expected }, update)).matchedCount > 0) return;
  }
  throw new AppError('conflict', 'Please try again');
}
