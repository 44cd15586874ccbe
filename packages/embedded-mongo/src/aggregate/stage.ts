/** One step of a pipeline. Documents are pushed in. */
export interface Stage {
  push(doc: Buffer, emit: (doc: Buffer) => void): void;
  /** What a stage that has to see everything first hands on at the end. */
  finish?(): Iterable<Buffer>;
  /** Only the number of documents counts, not what is in them. */
  blind?: boolean;
  /** What it emits is what it takes in, at once. */
  through?: boolean;
  /** It reads a document while it takes it in and keeps none of its memory. */
  transient?: boolean;
  /** It takes no more documents. */
  readonly full?: boolean;
}
