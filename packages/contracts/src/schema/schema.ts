import type { BusinessDay } from '../days';

/*
 * The language in which calls state what goes over the wire: plain data with a type. Three read it: the web server's
 * validator (bff/src/calls/joi-of.ts), the browser's check of answers (matches.ts) and the reference
 * (bff/src/open-api/call-json-schema.ts). docs/decisions/calls.md says why it is not a library's. Calls import it as `s`.
 */

/** Marks that exist at compile time only: what a caller may send, and what it is once checked and converted. */
declare const sent: unique symbol;
declare const checked: unique symbol;

/** Texts of refusals by what is wrong; `any`: whatever else is. They go to the caller as they are (docs/PRODUCT.md §5). */
export interface Texts {
  missing?: string;
  empty?: string;
  long?: string;
  short?: string;
  email?: string;
  pattern?: string;
  /** It is none of the values, or not what it has to repeat. */
  other?: string;
  any?: string;
}

/** What every schema may say besides its kind. */
export interface Common {
  /** May be left out. */
  readonly optional?: true;
  /** What it is when it is left out. */
  readonly standard?: unknown;
  /** What is sent in its place counts as left out: an empty text, or anything at all. */
  readonly ignored?: 'empty' | 'everything';
  /** The server's own: what is sent is not looked at. */
  readonly stripped?: true;
  readonly nullable?: true;
  readonly texts?: Texts;
  /** Of the reference, a sentence. */
  readonly about?: string;
  readonly example?: unknown;
  /** Name of a rule that only the server can check (bff/src/calls/joi-of.ts). */
  readonly rule?: ServerRule;
  /** Rule of its own: what is wrong with a value, or undefined. */
  readonly check?: Check;
}

/** @param siblings the object that the value is a field of @returns what is wrong, for the caller; undefined: nothing */
export type Check = (value: never, siblings: Readonly<Record<string, unknown>>) => string | undefined;

/** Rules that need what only a server has: its password list, its settings, its clock. */
export type ServerRule = 'new-password' | 'deep-link-page' | 'callable-address' | 'country' | 'year-begun';

/** Checked in the order in which they are stated. */
export interface TextRules {
  readonly trim?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly length?: number;
  readonly pattern?: RegExp;
  readonly patternName?: string;
  readonly without?: RegExp;
  readonly format?: 'email' | 'guid' | 'hex' | 'instant';
  /** An empty text is one, too. */
  readonly empty?: boolean;
  /** Name of the field that it repeats. */
  readonly repeats?: string;
}

export interface NumberRules {
  readonly whole?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly decimals?: number;
  /** A text of digits is none: for fields of JSON bodies. */
  readonly strict?: boolean;
  readonly not?: number;
}

export interface ListRules {
  readonly min?: number;
  readonly max?: number;
  /** Each once; the name of a field: no two with the same. */
  readonly unique?: boolean | string;
}

export interface ObjectRules {
  /** Exactly one of these fields. */
  readonly oneOf?: readonly string[];
  readonly atMostOneOf?: readonly string[];
  /** All of these or none. */
  readonly together?: readonly string[];
  /** The first only with the second. */
  readonly with?: readonly [string, string];
  /** The first only without any of the others. */
  readonly without?: readonly [string, readonly string[]];
  /** What becomes of other fields; without it they are refused. */
  readonly others?: 'kept' | 'dropped';
}

/** A schema as its readers see it. */
export type Described = Common &
  (
    | ({ readonly kind: 'text' } & TextRules)
    | ({ readonly kind: 'number' } & NumberRules)
    | { readonly kind: 'flag'; readonly strict?: boolean; readonly only?: boolean }
    | { readonly kind: 'day' }
    /** `open`: more values may be added, and programs have a default for them. */
    | {
        readonly kind: 'one-of';
        readonly values: readonly unknown[];
        readonly open?: boolean;
        readonly as?: 'number' | 'text';
        readonly strict?: boolean;
      }
    | ({ readonly kind: 'list'; readonly of: Described } & ListRules)
    | ({ readonly kind: 'object'; readonly fields: Readonly<Record<string, Described>> } & ObjectRules)
    | { readonly kind: 'map'; readonly of: Described }
    /** `first`: what a value has to be for the first way to count; it is the second for all others. */
    | { readonly kind: 'either'; readonly ways: readonly Described[]; readonly first?: Described }
    | {
        readonly kind: 'when';
        readonly field: string;
        readonly is: unknown;
        readonly then: Described;
        readonly otherwise: Described;
      }
    /** The answer to a save: `true` or what was saved; a falsy one is no success (docs/PRODUCT.md §7, §8). */
    | { readonly kind: 'saved' }
    | { readonly kind: 'anything' }
    /** A field that may not be there. */
    | { readonly kind: 'nothing' }
  );

/** A schema of values: `Sent` by a caller, `Checked` afterwards. Its readers take it as `Described`. */
export interface Schema<Sent = unknown, Checked = Sent> extends Common {
  readonly kind: Described['kind'];
  readonly [sent]?: (value: Sent) => Sent;
  readonly [checked]?: (value: Checked) => Checked;
}
// biome-ignore lint/suspicious/noExplicitAny: of any value
export type AnySchema = Schema<any, any>;

export const describe = (schema: AnySchema) => schema as Described;

export type SentOf<S> = S extends Schema<infer Sent, infer _> ? Sent : never;
/** What it is once it has been checked and converted; of an answer, what the browser reads. */
export type CheckedOf<S> = S extends Schema<infer _, infer Checked> ? Checked : never;

export interface Optional {
  readonly optional: true;
}
export interface Standard {
  readonly standard: unknown;
}
export interface Stripped {
  readonly stripped: true;
}

export type Fields = Readonly<Record<string, AnySchema>>;

type Flat<T> = { -readonly [Key in keyof T]: T[Key] };
export type SentFields<F extends Fields> = Flat<
  { [Key in keyof F as F[Key] extends Optional | Standard | Stripped ? never : Key]: SentOf<F[Key]> } & {
    [Key in keyof F as F[Key] extends Optional | Standard | Stripped ? Key : never]?: SentOf<F[Key]>;
  }
>;
export type CheckedFields<F extends Fields> = Flat<
  { [Key in keyof F as F[Key] extends Optional | Stripped ? never : Key]: CheckedOf<F[Key]> } & {
    [Key in keyof F as F[Key] extends Optional ? Key : never]?: CheckedOf<F[Key]>;
  }
>;

export type Says = Pick<Common, 'texts' | 'about' | 'example' | 'rule' | 'check' | 'ignored'>;

export const text = (rules: TextRules & Says = {}) => ({ kind: 'text', ...rules }) as Schema<string>;
/** When something was: ISO 8601. */
export const instant = (says: Says = {}) => text({ format: 'instant', ...says });

export const number = (rules: NumberRules & Says = {}) => ({ kind: 'number', ...rules }) as Schema<number>;

/** An id that people search by. */
export const id = (rules: NumberRules & Says = {}) =>
  number({ whole: true, min: 1, max: Number.MAX_SAFE_INTEGER, ...rules });

export const flag = (rules: { strict?: boolean; only?: boolean } & Says = {}) =>
  ({ kind: 'flag', ...rules }) as Schema<boolean>;

/** A day of the wire, `m/d/yyyy` or `yyyy-mm-dd`; afterwards the latter. */
export const day = (rules: Says = {}) => ({ kind: 'day', ...rules }) as Schema<string, BusinessDay>;

/** One of these values. `as`: a query's text of digits is the number, unless it is strict. */
export const oneOf = <const Value>(
  values: readonly Value[],
  rules: { as?: 'number' | 'text'; strict?: boolean } & Says = {},
) => ({ kind: 'one-of', values, ...rules }) as Schema<Value>;

/** One of these values, of an answer: one that is not in the list yet passes, for screens have a default. */
export const code = <const Value>(values: readonly Value[], rules: Says = {}) =>
  ({ kind: 'one-of', values, open: true, ...rules }) as Schema<Value>;

export const list = <S extends AnySchema>(of: S, rules: ListRules & Says = {}) =>
  ({ kind: 'list', of, ...rules }) as unknown as Schema<SentOf<S>[], CheckedOf<S>[]>;

/** An object with these fields: of a request no others, of an answer whatever else there is. */
export const object = <F extends Fields>(fields: F, rules: ObjectRules & Says = {}) =>
  ({ kind: 'object', fields, ...rules }) as unknown as Schema<SentFields<F>, CheckedFields<F>> & {
    readonly fields: F;
  };

/** Exactly one of these fields, and no others. */
export const exactlyOne = <F extends Fields>(fields: F, rules: Says = {}) =>
  object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, optional(field)])), {
    ...rules,
    oneOf: Object.keys(fields),
  }) as unknown as Schema<
    { [Name in keyof F]: Record<Name, SentOf<F[Name]>> }[keyof F],
    { [Name in keyof F]: Record<Name, CheckedOf<F[Name]>> }[keyof F]
  >;

export const map = <S extends AnySchema>(of: S) =>
  ({ kind: 'map', of }) as unknown as Schema<Record<string, SentOf<S>>, Record<string, CheckedOf<S>>>;

export const either = <const Ways extends readonly AnySchema[]>(...ways: Ways) =>
  ({ kind: 'either', ways }) as unknown as Schema<SentOf<Ways[number]>, CheckedOf<Ways[number]>>;

/** The first way for what is `first`, the other for all else: what is wrong is said about that way alone. */
export const eitherBy = <One extends AnySchema, Other extends AnySchema>(
  first: AnySchema,
  one: One,
  other: Other,
) => ({ ...either(one, other), first }) as Schema<SentOf<One | Other>, CheckedOf<One | Other>>;

export const saved = () => ({ kind: 'saved' }) as Schema<boolean>;

export const anything = (rules: Says = {}) => ({ kind: 'anything', ...rules }) as Schema<unknown>;

/** A field that may not be there. */
export const nothing = () => ({ kind: 'nothing', optional: true }) as Schema<undefined> & Optional;

type MarksOf<S> = (S extends Optional ? Optional : unknown) & (S extends Standard ? Standard : unknown);

/** What a field is depends on another one; what a body is, on one of the query: `$query.updateType`. */
export const when = <Then extends AnySchema, Otherwise extends AnySchema>(
  field: string,
  { is, then, otherwise }: { is: unknown; then: Then; otherwise: Otherwise },
) =>
  ({ kind: 'when', field, is, then, otherwise }) as unknown as Schema<
    SentOf<Then> | SentOf<Otherwise>,
    CheckedOf<Then> | CheckedOf<Otherwise>
  > &
    MarksOf<Then> &
    MarksOf<Otherwise>;

/** May be left out. */
export const optional = <S extends AnySchema>(schema: S) => ({ ...schema, optional: true }) as S & Optional;

/** May be left out, and is then this. */
export const standard = <S extends AnySchema>(schema: S, value: CheckedOf<S>) =>
  ({ ...schema, standard: value }) as S & Standard;

export const nullable = <S extends AnySchema>(schema: S) =>
  ({ ...schema, nullable: true }) as unknown as Schema<SentOf<S> | null, CheckedOf<S> | null> & MarksOf<S>;

/** The server's own field, or one that says nothing: what is sent is checked, if at all, and dropped. */
export const stripped = (schema: AnySchema = anything()) =>
  ({ ...schema, stripped: true, optional: true }) as Schema<unknown> & Stripped;

/** A field of the same kind for each of these names. */
export const each = <Name extends string, S extends AnySchema>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>;
