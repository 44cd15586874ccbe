import type { Model, mongo } from 'mongoose';
import type { AnyModel } from '../platform';

type Document = mongo.BSON.Document;
type ID = string | number;

/** Sums to add to a document, made if need be, and fields to set with them; `seq` is that of the last record. */
export interface Addition {
  _id: ID;
  inc?: Record<string, number>;
  set?: Document;
  /** What else a new document holds. */
  made?: Document;
}

/** A change of a document that is there. */
export interface Change {
  _id: ID;
  /** Fields as they are before: otherwise nothing is changed. */
  from?: Document;
  set: Document;
  unset?: string[];
  inc?: Record<string, number>;
  /** The field that holds the number of the record that changed it last; an older record does not change it again. */
  mark?: string;
}

/** The `open` documents between two ids, ends included, get these fields and are open no more. */
export interface Closing {
  from: ID;
  through: ID;
  set: Document;
}

interface Operations {
  /** Documents that this record alone inserts; `seq` is its number. */
  insert: Document;
  add: Addition;
  set: Change;
  close: Closing;
  /** Ids of documents that go, unless a later record has written them. */
  remove: ID;
}

/**
 * Everything that one journal record writes, planned beforehand, by the names of collections: applying it is a replay
 * without any decision, so it can be repeated by any process and has the same result.
 */
export type Effects = { [Name in keyof Operations]?: Record<string, Operations[Name][]> };

export const nameOf = ({ collection }: AnyModel): string => collection.collectionName;

/** What a record does so to a collection. */
export function operationsOn<Name extends keyof Effects>(
  effects: Effects,
  operation: Name,
  model: AnyModel,
): readonly Operations[Name][] {
  return (effects[operation]?.[nameOf(model)] ?? []) as Operations[Name][];
}

export function insertedInto<T>(effects: Effects, model: Model<T>): readonly T[] {
  return operationsOn(effects, 'insert', model) as unknown as readonly T[];
}
