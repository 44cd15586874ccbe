import type Joi from 'joi';

/** Marks of a schema's type, which joi's own types leave out. They exist at compile time only. */
declare const present: unique symbol;
declare const only: unique symbol;
declare const stripped: unique symbol;
declare const nullable: unique symbol;

/** The field is there after validation: required, or with a default. */
export interface Present {
  readonly [present]: true;
}
/** The field is one of these values. */
export interface Only<Value> {
  readonly [only]: Value;
}
/** The field is left out after validation. */
export interface Stripped {
  readonly [stripped]: true;
}
/** The field may be null. */
export interface Nullable {
  readonly [nullable]: true;
}

/** A value that `valid` names by reference, such as the password that its confirmation repeats, narrows nothing. */
type Narrowing<Value> = Value extends Joi.Reference ? never : Value;
type Narrowed<Values extends readonly unknown[]> = [Narrowing<Values[number]>] extends [never]
  ? unknown
  : Only<Narrowing<Values[number]>>;

type ValueOf<Schema> =
  Schema extends Only<infer Value> ? Value : Schema extends Joi.AnySchema<infer Value> ? Value : never;

/** What a value is after this schema has checked and converted it. */
export type InputOf<Schema> = ValueOf<Schema> | (Schema extends Nullable ? null : never);

type Fields = Record<string, Joi.AnySchema>;
/** What an object of these fields is after validation. */
export type ShapeOf<Map> = {
  [Name in keyof Map as Map[Name] extends Present ? Name : never]: InputOf<Map[Name]>;
} & {
  [Name in keyof Map as Map[Name] extends Present | Stripped ? never : Name]?: InputOf<Map[Name]>;
};

/** Both ways of a condition; the field is certainly there only if it is in both. */
type Either<Then, Otherwise> = Joi.AlternativesSchema<InputOf<Then> | InputOf<Otherwise>> &
  (Then extends Present ? (Otherwise extends Present ? Present : unknown) : unknown);

/**
 * joi builds schemas at run time and types only what kind of value they hold. These overloads also keep which fields
 * are there and which values they take, so that InputOf reads a handler's input type off its schema.
 */
declare module 'joi' {
  interface AnySchema<TSchema> {
    required(): this & Present;
    default<Value extends Joi.BasicType>(value: Value): this & Present;
    valid<const Values extends readonly unknown[]>(...values: Values): this & Narrowed<Values>;
    strip(): this & Stripped;
    allow(value: null): this & Nullable;
  }
  interface ArraySchema<TSchema> {
    items<Item extends Joi.AnySchema>(item: Item): Joi.ArraySchema<InputOf<Item>[]>;
  }
  interface AlternativesSchema<TSchema> {
    conditional<Then extends Joi.AnySchema, Otherwise extends Joi.AnySchema>(
      condition: Joi.Schema,
      ways: { then: Then; otherwise: Otherwise },
    ): Either<Then, Otherwise>;
  }
  interface Root {
    any(): Joi.AnySchema<unknown>;
    forbidden(): Joi.AnySchema<undefined>;
    valid<const Values extends readonly unknown[]>(
      ...values: Values
    ): Joi.AnySchema<unknown> & Narrowed<Values>;
    object<Map extends Fields>(map: Map): Joi.ObjectSchema<ShapeOf<Map>>;
    when<Then extends Joi.AnySchema, Otherwise extends Joi.AnySchema>(
      field: string,
      ways: { is: unknown; then: Then; otherwise: Otherwise },
    ): Either<Then, Otherwise>;
  }
}
