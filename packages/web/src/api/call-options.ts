import type { AnySchema } from '@partnerdesk/contracts';
import type { Shape } from './shapes';

/** Per-endpoint switches. */
export interface CallOptions {
  /** No banner when it fails: the caller shows the failure itself (see `readFailure`). */
  quiet?: boolean;
  /**
   * What a successful answer looks like. Any other fails the call as `unreadable`, so that a screen never works on what
   * it does not understand. Every endpoint whose answer is read states it; a text needs none.
   */
  expects?: Shape<unknown>;
  /** What its call answers: see `ask`. */
  answer?: AnySchema;
  /**
   * What stands in for the fields beyond docs/PRODUCT.md §3 that an answer lacks: of an object, or of each row of a list.
   * An answer by that table alone is whole.
   */
  defaults?: (row: Record<string, unknown>) => Record<string, unknown>;
}
