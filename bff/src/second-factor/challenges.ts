import { createHash } from 'node:crypto';
import type { PersonRef } from '@partnerdesk/domain';
import type { Redis } from 'ioredis';

/** How long a question to a passkey may wait for its answer (ms). */
export const CHALLENGE_MS = 5 * 60_000;

/** The questions that passkeys have to answer: each is for one person and works once, on whatever server. */
export class Challenges {
  readonly #redis: Redis;
  readonly #prefix: string;

  constructor(redis: Redis, prefix: string) {
    this.#redis = redis;
    this.#prefix = prefix;
  }

  async keep(person: PersonRef, challenge: string): Promise<void> {
    await this.#redis.set(this.#keyOf(person, challenge), '1', 'PX', CHALLENGE_MS);
  }

  /** Whether this person was asked so, and nobody has answered yet. */
  async take(person: PersonRef, challenge: string): Promise<boolean> {
    return (await this.#redis.del(this.#keyOf(person, challenge))) === 1;
  }

  #keyOf({ kind, id }: PersonRef, challenge: string): string {
    const hash = createHash('sha256').update(challenge).digest('base64url');
    return `${this.#prefix}:challenge:${kind}:${id}:${hash}`;
  }
}
