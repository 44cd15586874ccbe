import type { AnySchema } from '@partnerdesk/contracts';

/** Per-endpoint switches. */
export interface CallOptions {
  /** No banner when it fails: the caller shows the failure itself (see `readFailure`). */
  quiet?: boolean;
  /**
   * What its call answers (`ask`). Anything else fails the call as `unreadable`, so that a screen never works on what it
   * does not understand; a text or a file needs none.
   */
  answer?: AnySchema;
}
