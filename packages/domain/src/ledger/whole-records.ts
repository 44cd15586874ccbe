import type { AnyModel } from '../platform';

/** Journal records after `from` up to `head`, of which `rows` are read at most: more than one record has. */
interface Span {
  from: number;
  head: number;
  rows: number;
  /** Fields that are read; default all. */
  fields?: Record<string, 0 | 1>;
}

/**
 * Reads the next rows of a collection that the journal writes, in order, as far as a step goes.
 * @returns `through`: the last record all of whose rows are among them
 */
export async function wholeRecords<Row extends { seq?: number }>(
  model: AnyModel,
  filter: object,
  { from, head, rows, fields }: Span,
): Promise<{ found: Row[]; through: number }> {
  const found: Row[] = await model
    .find({ ...filter, seq: { $gt: from, $lte: head } }, fields)
    .sort({ seq: 1 })
    .limit(rows)
    .lean();
  // The last record's rows may continue beyond the step.
  return { found, through: found.length < rows ? head : (found.at(-1)?.seq ?? 0) - 1 };
}
