import {
  type AcceptedOf,
  type AnswerOf,
  type AnySchema,
  type Call,
  type InputOf,
  isRaw,
  type JobStarted,
  jobStarted,
  methodOf,
  pathOf,
} from '@partnerdesk/contracts';
import { either } from '@partnerdesk/contracts/schema';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';

/** Per-endpoint switches. */
export interface CallOptions {
  /** No banner when it fails: the caller shows the failure itself (see `readFailure`). */
  quiet?: boolean;
  /**
   * What its call answers. Anything else fails the call as `unreadable`, so that a screen never works on what it does not
   * understand; a text or a file needs none.
   */
  answer?: AnySchema;
}

/** What an endpoint takes of its call: `build.query({ ...ask(call, …), providesTags: … })`. */
interface Asking<Arg, Answer> {
  query: (arg: Arg) => FetchArgs;
  /** For the types: the answer as it came. */
  transformResponse: (answer: Answer) => Answer;
  extraOptions: CallOptions;
}

/** What comes back, at once or with 202. */
type Coming<C> = AnswerOf<C> | AcceptedOf<C>;

type AskingFile<Arg> = Omit<Asking<Arg, string>, 'extraOptions'>;

const DOWNLOAD_TIMEOUT_MS = 600_000;

/** The argument of an endpoint that names none: nothing where the call takes nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: as RTK Query has it
type ArgOf<C> = Record<string, never> extends InputOf<C> ? void : InputOf<C>;

type Given = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

interface AskOptions extends CallOptions {
  /** After which it is given up, where the usual does not do (ms). */
  timeout?: number;
}

/**
 * The endpoint of a call: address and method, and the check of its answer.
 * @param inputOf what the endpoint's argument means for the call; without it the argument is the call's input
 */
export function ask<C extends Call>(
  call: C,
  inputOf?: undefined,
  options?: AskOptions,
): Asking<ArgOf<C>, Coming<C>>;
export function ask<C extends Call, Arg>(
  call: C,
  inputOf: (arg: Arg) => InputOf<C>,
  options?: AskOptions,
): Asking<Arg, Coming<C>>;
export function ask(
  call: Call,
  inputOf = (arg: unknown): unknown => arg,
  { timeout, ...options }: AskOptions = {},
): Asking<unknown, unknown> {
  const { answer, accepted } = call;
  return {
    query: (arg) => ({
      ...argsOf(call, inputOf(arg) as Given | undefined),
      ...(timeout !== undefined && { timeout }),
      ...(isRaw(answer) && { responseHandler: 'text' }),
    }),
    transformResponse: (answer) => answer,
    extraOptions: {
      ...(!isRaw(answer) && { answer: accepted ? either(answer, accepted) : answer }),
      ...options,
    },
  };
}

/** A call that may go on as a job. */
type Lasting<C> = JobStarted extends AcceptedOf<C> ? unknown : never;

/** As `ask`, of a call whose work goes on as a job: its result is where to follow that. */
export function askLater<C extends Call, Arg>(
  call: C & Lasting<C>,
  inputOf: (arg: Arg) => InputOf<C>,
  options?: AskOptions,
): Asking<Arg, JobStarted> {
  const { query, extraOptions } = ask(call as Call, inputOf as (arg: Arg) => InputOf<Call>, options);
  return {
    query: (arg) => {
      const args = query(arg);
      return { ...args, headers: { ...args.headers, prefer: 'respond-async' } };
    },
    transformResponse: (started) => started,
    extraOptions: { ...extraOptions, answer: jobStarted },
  };
}

/** As `ask`, of a call that answers a file: its result is the file's object URL (`saveUrl`), for the store holds plain data. */
export function askFile<C extends Call>(call: C): AskingFile<ArgOf<C>>;
export function askFile<C extends Call, Arg>(call: C, inputOf: (arg: Arg) => InputOf<C>): AskingFile<Arg>;
export function askFile(call: Call, inputOf = (arg: unknown): unknown => arg): AskingFile<unknown> {
  return {
    query: (arg) => ({
      ...argsOf(call, inputOf(arg) as Given | undefined),
      timeout: DOWNLOAD_TIMEOUT_MS,
      responseHandler: async (response) =>
        response.ok ? URL.createObjectURL(await response.blob()) : response.json(),
    }),
    transformResponse: (url) => url,
  };
}

function argsOf(call: Call, { params = {}, query, body = emptyBodyOf(call) }: Given = {}): FetchArgs {
  const url = pathOf(call, params).replace(/^\/api\//, '');
  const headers = isRaw(call.body) && { 'content-type': call.body.raw };
  return {
    url,
    method: methodOf(call),
    ...(query && { params: query }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  };
}

const emptyBodyOf = ({ body }: Call) => (body && !isRaw(body) ? {} : undefined);
