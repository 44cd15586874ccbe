import { availableParallelism } from 'node:os';
import {
  AppError,
  MESSAGE,
  MIN_PASSWORD,
  type PasswordOwner,
  TOO_COMMON_TEXT,
  TOO_EASY_TEXT,
  tooShortText,
} from '@partnerdesk/contracts';
import { Gate } from '@partnerdesk/node';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import argon2 from 'argon2';

/** argon2id with OWASP's minimum of 19 MiB and two passes. */
const OPTIONS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export const MAX_WAITING_HASHES = 100;

/** Hashing is slow and large on purpose: a flood of it must take neither all memory nor the threads of other work. */
const gate = new Gate({
  atOnce: availableParallelism(),
  maxWaiting: MAX_WAITING_HASHES,
  refusal: () => new AppError('unavailable', MESSAGE.genericError),
});

/** Of somebody who has already proved something: a part of the gate that strangers can't fill. */
export type HashTurn = { isReserved?: boolean };

/** @throws AppError unavailable while too many wait to be hashed */
export function hashPassword(password: string, turn?: HashTurn): Promise<string> {
  return gate.run(() => argon2.hash(password, OPTIONS), turn);
}

let decoy: Promise<string> | undefined;

/** In place of a hash: no password signs in until another one is set by a mailed link. */
export const VOID_PASSWORD = 'void';

/**
 * Without a hash it does the same work and says no: an unknown account answers no faster than a known one.
 * @throws AppError unavailable while too many wait to be hashed
 */
export function verifyPassword(
  hash: string | null | undefined,
  password: string,
  turn?: HashTurn,
): Promise<boolean> {
  return gate.run(async () => {
    decoy ??= argon2.hash('no account has this password', OPTIONS);
    const isSet = Boolean(hash) && hash !== VOID_PASSWORD;
    const matches = await argon2.verify(isSet && hash ? hash : await decoy, password);
    return isSet && matches;
  }, turn);
}

/** Take 10 MB of memory: loaded with the first new password, which most processes never see. */
const loadWords = () => require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');

let common: Set<string> | undefined;

/** Whether a password is among the 49,233 that are used most; it is of no use against guessing. */
function isCommon(password: string): boolean {
  common ??= new Set(loadWords().dictionary['passwords-common'].map((each) => String(each).toLowerCase()));
  return common.has(password.toLowerCase());
}

/** Words that everybody would try here first (docs/RULES.md, Who may enter "Passwords"). */
const CONTEXT_WORDS = ['partnerdesk', 'affiliate', 'payroll', 'operator', 'sexting'];
const MIN_REST = 6;

function isOfContext(password: string): boolean {
  const text = password.toLowerCase();
  const rest = CONTEXT_WORDS.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < MIN_REST;
}

/** Least score of zxcvbn, 0 to 4. 1 refuses what guessing finds at once (1,000 tries). */
const MIN_SCORE = { office: 3, others: 1 } as const satisfies Record<PasswordOwner, number>;

/** The time of an estimate grows steeply with the length: longer passwords are scored in parts. */
const PART = 32;
/** Letters that may stand for others ("p4ssw0rd") are read in so many ways; the default takes a second of CPU. */
const L33T_READINGS = 8;

let estimator: ZxcvbnFactory | undefined;

function makeEstimator(): ZxcvbnFactory {
  const { adjacencyGraphs: graphs, dictionary } = loadWords();
  const { ZxcvbnFactory: Factory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  return new Factory({ dictionary, graphs, l33tMaxSubstitutions: L33T_READINGS });
}

/** A password is at least as hard to guess as its hardest part. */
function reaches(score: number, password: string, inputs: string[]): boolean {
  estimator ??= makeEstimator();
  for (let start = 0; start < password.length; start += PART) {
    const part = password.slice(start, start + PART);
    const isRepetition = password.indexOf(part) < start;
    if (!isRepetition && estimator.check(part, inputs).score >= score) return true;
  }
  return false;
}

/** What is known of the person is worth nothing in their password. */
type PasswordContext = Partial<Record<'emailAddress' | 'firstName' | 'lastName', string | undefined>>;

function inputsOf({ emailAddress = '', firstName = '', lastName = '' }: PasswordContext): string[] {
  const [name = '', domain = ''] = emailAddress.split('@');
  const known = [emailAddress, name, ...name.split(/[^\p{L}]+/u), domain, firstName, lastName];
  return [...CONTEXT_WORDS, ...known.filter(Boolean)];
}

/** What is wrong with a new password (docs/RULES.md, Who may enter "Passwords"); those from before a rule stay valid. */
export function passwordProblem(
  password: string,
  who: PasswordOwner,
  context: PasswordContext = {},
): string | undefined {
  // As people count: an emoji is one character.
  if ([...password].length < MIN_PASSWORD[who]) return tooShortText(who);
  if (isCommon(password) || isOfContext(password)) return TOO_COMMON_TEXT;
  return reaches(MIN_SCORE[who], password, inputsOf(context)) ? undefined : TOO_EASY_TEXT;
}

/** @param field named in the refusal @throws AppError invalid_input */
export function checkNewPasswordOrThrow(
  field: string,
  password: string,
  who: PasswordOwner,
  context: PasswordContext,
): void {
  const problem = passwordProblem(password, who, context);
  if (problem) throw new AppError('invalid_input', problem, { [field]: problem });
}
