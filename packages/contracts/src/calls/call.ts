import type { Permission } from '../codes';
import type { ErrorCode } from '../errors';
import {
  type AnySchema,
  type CheckedFields,
  type CheckedOf,
  type Fields,
  object,
  type SentFields,
  type SentOf,
  text,
} from '../schema/schema';

/**
 * Who may make a call: besides what it says `service`, by a signature; `api-key`, an affiliate's program; and administrators
 * with a permission (docs/PRODUCT.md §6).
 */
export type Who = 'anybody' | 'service' | 'api-key' | 'signed-in' | 'affiliate' | 'office' | Permission;

/** Who is asked again for a proof: those with a second factor, or everybody (docs/RULES.md, Who may enter "Asked again"). */
export type Confirm = 'second-factor' | 'everybody';

/** What the wire carries that is no JSON: media types, such as `text/csv` or `image/jpeg, image/png`. Its handler reads or writes it. */
export interface Raw<Type extends string = string> {
  readonly raw: Type;
}
export const raw = <const Type extends string>(type: Type): Raw<Type> => ({ raw: type });

/** What calls answer with 202 to `Prefer: respond-async`: the job to follow at `GET /api/jobs/:id`. */
export const jobStarted = object({ id: text() });
export type JobStarted = CheckedOf<typeof jobStarted>;

type Input = Fields | AnySchema;
type SentInput<I> = I extends Raw
  ? ArrayBuffer
  : I extends { readonly kind: string }
    ? SentOf<I>
    : I extends Fields
      ? SentFields<I>
      : undefined;
type CheckedInput<I> = I extends { readonly kind: string }
  ? CheckedOf<I>
  : I extends Fields
    ? CheckedFields<I>
    : undefined;

type ParamNames<Path extends string> = Path extends `${string}${':' | '*'}${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamNames<More>
    : Rest
  : never;

/** Where an id may be: a field of the query or body, or a field of a part of the body, such as `PersonalInformation.affID`. */
type Places<I> = Extract<
  { [Key in keyof SentInput<I>]: SentInput<I>[Key] extends number ? Key : never }[keyof SentInput<I>],
  string
>;
type DeepPlaces<I> = Extract<
  {
    [Key in keyof SentInput<I>]: SentInput<I>[Key] extends object
      ? `${Extract<Key, string>}.${Extract<keyof SentInput<I>[Key], string>}`
      : never;
  }[keyof SentInput<I>],
  string
>;

export interface CallSpec<
  Q extends Input | undefined,
  B extends Input | Raw | undefined,
  P extends Fields | undefined,
  A,
  Later extends AnySchema | undefined,
> {
  /** Several: each of them is enough. */
  readonly who: Who | readonly Who[];
  /** The field of the query or body with an affiliate's id: only their own is answered. */
  readonly own?: Places<Q> | Places<B> | DeepPlaces<B>;
  /** Who is asked again for a proof before it. */
  readonly confirm?: Confirm;
  /** The same of calls that need it for some inputs only, which their handler decides: for which. */
  readonly confirmFor?: { readonly who: Confirm; readonly when: string };
  /** Other sites may not even have a browser ask for it: a read that leaves a trace. */
  readonly sameSite?: true;
  /** A write that pages of other sites may ask for, since no session counts in it. */
  readonly anySite?: true;
  /** Rules of the path's parameters; without them they are texts. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Of the body, where the usual does not do (bytes). */
  readonly bodyLimit?: number;
  /** As what the JSON of the body may come, where that is not `application/json` alone. */
  readonly bodyTypes?: readonly string[];
  /** `nothing()`: 204. */
  readonly answer: A;
  /** What it answers with 202, while the work goes on or waits for somebody. */
  readonly accepted?: Later;
  /** Status of the answer, where it is neither 200 nor 204. */
  readonly status?: number;
  /** What else it answers, by status. */
  readonly also?: Readonly<Record<number, AnySchema | Raw>>;
  /** Beyond those of every call: invalid_input where it takes something, and those of who may make it. */
  readonly errors?: readonly ErrorCode[];
  readonly about: string;
}

export interface Call<
  Name extends string = string,
  // biome-ignore lint/suspicious/noExplicitAny: of any input
  Q extends Input | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: of any input
  B extends Input | Raw | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: of any input
  P extends Fields | undefined = any,
  // biome-ignore lint/suspicious/noExplicitAny: of any answer
  A = any,
  // biome-ignore lint/suspicious/noExplicitAny: of any answer
  Later extends AnySchema | undefined = any,
> extends Omit<CallSpec<Q, B, P, A, Later>, 'query' | 'params' | 'own'> {
  /** Method and path: `GET /api/quick-statistics`. */
  readonly name: Name;
  readonly own?: string;
  readonly query?: AnySchema;
  readonly params?: AnySchema;
  readonly types?: { query: Q; body: B; params: P; answer: A; accepted: Later };
}

/** One call of the API: the server's steps, the browser's endpoint, the typed client and the reference are made from it. */
export function call<
  const Name extends `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`,
  const Q extends Input | undefined = undefined,
  const B extends Input | Raw | undefined = undefined,
  const P extends { readonly [Param in ParamNames<Name>]?: AnySchema } | undefined = undefined,
  const A extends AnySchema | Raw = AnySchema,
  const Later extends AnySchema | undefined = undefined,
>(
  name: Name,
  { query, params, body, ...spec }: CallSpec<Q, B, P extends Fields ? P : undefined, A, Later>,
): Call<Name, Q, B, P extends Fields ? P : undefined, A, Later> {
  return {
    name,
    ...spec,
    ...(query && { query: asObject(query) }),
    ...(params && { params: asObject(params) }),
    ...(body && { body: isRaw(body) ? body : asObject(body as Input) }),
  } as unknown as Call<Name, Q, B, P extends Fields ? P : undefined, A, Later>;
}

const isSchema = (input: Input): input is AnySchema => typeof (input as { kind?: unknown }).kind === 'string';
const asObject = (input: Input): AnySchema => (isSchema(input) ? input : object(input));
/** Whether a body or answer is no JSON. */
export const isRaw = (value: unknown): value is Raw =>
  typeof (value as Partial<Raw> | undefined)?.raw === 'string';

export const methodOf = ({ name }: Pick<Call, 'name'>): string => name.split(' ')[0] ?? '';

/** The path of a call's name. @param params what stands in the place of its parameters, which are left without it */
export function pathOf({ name }: Pick<Call, 'name'>, params?: Readonly<Record<string, unknown>>): string {
  const path = name.split(' ')[1] ?? '';
  return params ? path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key]))) : path;
}

/** Where a call is made, as a link to it has it: path and query. */
export function addressOf<C extends Call>(call: C, ...[given]: ArgsOf<C>): string {
  const { params = {}, query = {} } = (given ?? {}) as Partial<Record<'params' | 'query', object>>;
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return `${pathOf(call, params as Record<string, unknown>)}${search && `?${search}`}`;
}

type TypesOf<C> =
  C extends Call<infer Name, infer Q, infer B, infer P, infer A, infer Later>
    ? { name: Name; query: Q; body: B; params: P; answer: A; accepted: Later }
    : never;
/** What a handler gets. */
export type QueryOf<C> = CheckedInput<TypesOf<C>['query']>;
export type BodyOf<C> = CheckedInput<TypesOf<C>['body']>;
export type ParamsOf<C> = {
  [Name in ParamNames<TypesOf<C>['name']>]: TypesOf<C>['params'] extends Record<Name, infer S>
    ? CheckedOf<S>
    : string;
};
/** What the call answers; of what is no JSON `unknown`. */
export type AnswerOf<C> = TypesOf<C>['answer'] extends AnySchema ? CheckedOf<TypesOf<C>['answer']> : unknown;
/** What the call answers with 202; never: it always waits. */
export type AcceptedOf<C> = TypesOf<C>['accepted'] extends AnySchema
  ? CheckedOf<TypesOf<C>['accepted']>
  : never;

type Part<Key extends string, Value> = [Value] extends [undefined | never]
  ? { readonly [K in Key]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [K in Key]?: Value }
    : { readonly [K in Key]: Value };
export type BodyFor<C> = SentInput<TypesOf<C>['body']>;
/** What a caller gives: `{ params, query, body }`, as far as the call has them. */
export type InputOf<C> = Part<
  'params',
  [ParamNames<TypesOf<C>['name']>] extends [never]
    ? undefined
    : { [Name in ParamNames<TypesOf<C>['name']>]: string | number }
> &
  Part<'query', SentInput<TypesOf<C>['query']>> &
  Part<'body', SentInput<TypesOf<C>['body']>>;
/** Calls that take nothing need no second argument. */
export type ArgsOf<C> = Record<string, never> extends InputOf<C> ? [input?: InputOf<C>] : [InputOf<C>];
