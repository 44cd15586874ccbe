import { createHash } from 'node:crypto';
import { AppError } from '@partnerdesk/contracts';
import { notePasskeyUse, type Passkey, type PersonRef, readSecondFactor } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Redis } from 'ioredis';

/** Takes 12 MB of memory: loaded with the first passkey. */
const loadLibrary = () => import('@simplewebauthn/server');

/** How long a question to a passkey may wait for its answer (ms). */
const CHALLENGE_MS = 5 * 60_000;

/** What the browser shows beside a request for a passkey. */
export const PRODUCT_NAME = 'Partnerdesk';

/** Whether a page of another site asked for the answer, from a frame of ours: none of ours is shown in a frame. */
function isCrossOrigin(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
  return crossOrigin === true || topOrigin !== undefined;
}

const refused = () => new AppError('invalid_input', 'This passkey was not accepted');

/** The questions to passkeys and the checking of their answers; bound to the host of PUBLIC_URL. */
export class Passkeys {
  constructor(
    private readonly env: Env,
    private readonly redis: Redis,
    private readonly prefix: string,
  ) {}

  /** WebAuthn's options to make one. */
  async creationOptions(person: PersonRef & { emailAddress: string }) {
    const { passkeys } = await readSecondFactor(person);
    const { generateRegistrationOptions } = await loadLibrary();
    const options = await generateRegistrationOptions({
      rpName: PRODUCT_NAME,
      rpID: this.#host,
      userName: person.emailAddress,
      userID: new Uint8Array(Buffer.from(`${person.kind}:${person.id}`)),
      excludeCredentials: passkeys.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    });
    await this.#keep(person, options.challenge);
    return options;
  }

  /** The passkey that a browser has made. @throws AppError invalid_input */
  async readCreated(
    person: PersonRef,
    response: unknown,
  ): Promise<Omit<Passkey, 'name' | 'createdAt' | 'lastUsedAt'>> {
    const { verifyRegistrationResponse } = await loadLibrary();
    const verified = await verifyRegistrationResponse({
      ...this.#expected(person),
      response: response as RegistrationResponseJSON,
    }).catch(() => undefined);
    const { clientDataJSON } = (response as RegistrationResponseJSON).response;
    if (!verified?.verified || isCrossOrigin(clientDataJSON)) throw refused();
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
  }

  /** WebAuthn's options to use one of those that the person has. */
  async requestOptions(person: PersonRef, passkeys: readonly Passkey[]) {
    const { generateAuthenticationOptions } = await loadLibrary();
    const options = await generateAuthenticationOptions({
      rpID: this.#host,
      allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
      userVerification: 'preferred',
    });
    await this.#keep(person, options.challenge);
    return options;
  }

  /** Whether a browser's answer was signed by one of the person's passkeys. */
  async isTheirs(person: PersonRef, response: unknown): Promise<boolean> {
    const answer = response as AuthenticationResponseJSON;
    const passkey = (await readSecondFactor(person)).passkeys.find(({ id }) => id === answer.id);
    if (!passkey) return false;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const verified = await verifyAuthenticationResponse({
      ...this.#expected(person),
      response: answer,
      credential: { ...passkey, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')) },
    }).catch(() => undefined);
    if (!verified?.verified || isCrossOrigin(answer.response.clientDataJSON)) return false;
    await notePasskeyUse(person, passkey.id, verified.authenticationInfo.newCounter);
    return true;
  }

  #expected(person: PersonRef) {
    return {
      expectedOrigin: [...this.env.publicOrigins],
      expectedRPID: this.#host,
      expectedChallenge: (challenge: string) => this.#take(person, challenge),
      requireUserVerification: false,
    };
  }

  /** A question is for one person and works once, on whatever server. */
  async #keep(person: PersonRef, challenge: string): Promise<void> {
    await this.redis.set(this.#keyOf(person, challenge), '1', 'PX', CHALLENGE_MS);
  }

  /** Whether this person was asked so, and nobody has answered yet. */
  async #take(person: PersonRef, challenge: string): Promise<boolean> {
    return (await this.redis.del(this.#keyOf(person, challenge))) === 1;
  }

  #keyOf({ kind, id }: PersonRef, challenge: string): string {
    const hash = createHash('sha256').update(challenge).digest('base64url');
    return `${this.prefix}:challenge:${kind}:${id}:${hash}`;
  }

  get #host(): string {
    return new URL(this.env.publicUrl).hostname;
  }
}
