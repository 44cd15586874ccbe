import { type AnswerOf, type Call, type InputOf, isRaw } from '@partnerdesk/contracts';
import type { FetchArgs } from '@reduxjs/toolkit/query/react';
import { asFile } from '../files/file-call';
import type { CallOptions } from './call-options';

/** What an endpoint takes of its call: `build.query({ ...ask(call, …), providesTags: … })`. */
interface Asking<C extends Call, Arg> {
  query: (arg: Arg) => FetchArgs;
  /** For the types: the answer as it came. */
  transformResponse: (answer: AnswerOf<C>) => AnswerOf<C>;
  extraOptions: CallOptions;
}

interface AskingFile<Arg> {
  query: (arg: Arg) => FetchArgs;
  transformResponse: (url: string) => string;
}

/** The argument of an endpoint that names none: nothing where the call takes nothing. */
// biome-ignore lint/suspicious/noConfusingVoidType: as RTK Query has it
type ArgOf<C> = Record<string, never> extends InputOf<C> ? void : InputOf<C>;

type Given = Partial<Record<'params' | 'query' | 'body', Record<string, unknown>>>;

/**
 * The endpoint of a call: address and method, and the check of its answer.
 * @param inputOf what the endpoint's argument means for the call; without it the argument is the call's input
 */
export function ask<C extends Call>(call: C, inputOf?: undefined, options?: CallOptions): Asking<C, ArgOf<C>>;
export function ask<C extends Call, Arg>(
  call: C,
  inputOf: (arg: Arg) => InputOf<C>,
  options?: CallOptions,
): Asking<C, Arg>;
export function ask(
  call: Call,
  inputOf = (arg: unknown): unknown => arg,
  options: CallOptions = {},
): Asking<Call, unknown> {
  return {
    query: (arg) => ({
      ...argsOf(call, inputOf(arg) as Given | undefined),
      ...(isRaw(call.answer) && { responseHandler: 'text' }),
    }),
    transformResponse: (answer) => answer,
    extraOptions: { ...(!isRaw(call.answer) && { answer: call.answer }), ...options },
  };
}

/** As `ask`, of a call that answers a file: its result is the file's object URL. */
export function askFile<C extends Call>(call: C): AskingFile<ArgOf<C>>;
export function askFile<C extends Call, Arg>(call: C, inputOf: (arg: Arg) => InputOf<C>): AskingFile<Arg>;
export function askFile(call: Call, inputOf = (arg: unknown): unknown => arg): AskingFile<unknown> {
  return {
    query: (arg) => ({ ...argsOf(call, inputOf(arg) as Given | undefined), ...asFile }),
    transformResponse: (url) => url,
  };
}

function argsOf(call: Call, { params = {}, query, body = emptyBodyOf(call) }: Given = {}): FetchArgs {
  const [method, path = ''] = call.name.split(' ');
  const url = path
    .replace(/^\/api\//, '')
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  return { url, method, ...(query && { params: query }), ...(body && { body }) };
}

const emptyBodyOf = ({ body }: Call) => (body && !isRaw(body) ? {} : undefined);
