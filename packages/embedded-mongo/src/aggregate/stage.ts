/** One step of a pipeline. Documents are pushed in. */
export interface Stage {
  push(doc: Buffer, emit: (doc: Buffer) => void): void;
  /** What a stage that has to see everything first hands on at the end. */
  finish?(): Iterable<Buffer>;
  /** Only the number of documents counts, not what is in them. */
  blind?: boolean;
  /** It takes no more documents. */
  readonly full?: boolean;
}
