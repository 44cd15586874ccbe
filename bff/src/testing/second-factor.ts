import { Secret, TOTP } from 'otpauth';
import type { TestApp } from './test-app';
import type { TestClient } from './test-client';

/** A code of an authenticator app. @param timestamp when it is shown (ms) */
export const codeOf = (secret: string, timestamp = Date.now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Sets up an app by its code of the step before, so that the present one is still to come. */
export async function setUpApp(client: TestClient): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (await client.post('/api/second-factor/totp')).body;
  const add = () =>
    client.post('/api/second-factor/totp/code', { Code: codeOf(secret, Date.now() - 30_000) });
  let added = await add();
  // A step that ended on the way made it the code before the last one, which does not count.
  if (added.status === 400) added = await add();
  if (added.status !== 200) throw new Error(`the app was not added: ${added.status}`);
  return { secret, recoveryCodes: added.body.recoveryCodes };
}

/** As if everybody's last proof was longer ago than it counts. */
export async function letTimePass(of: TestApp): Promise<void> {
  for (const key of await of.redis.keys(`${of.prefix}:session:*`)) {
    const session = JSON.parse((await of.redis.get(key)) ?? '{}');
    await of.redis.set(key, JSON.stringify({ ...session, confirmedAt: Date.now() - 11 * 60_000 }), 'KEEPTTL');
  }
}
