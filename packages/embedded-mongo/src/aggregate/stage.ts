/** One step of a pipeline. Documents are pushed in; false says that it needs no more. */
export interface Stage {
  push(doc: Buffer, emit: (doc: Buffer) => boolean): boolean;
  /** What a stage that has to see everything first hands on at the end. */
  finish?(): Iterable<Buffer>;
  /** What is in the documents doesn't matter: it only lets some pass, or counts them. */
  blind?: 'passes' | 'counts';
}
