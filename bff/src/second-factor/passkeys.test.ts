import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { addPasskey, SYSTEM_ACTOR } from '@partnerdesk/domain';
import { makeAffiliate } from '@partnerdesk/testing';
import { startTestApp, type TestApp } from '../testing/test-app';
import { Challenges } from './challenges';
import { Passkeys } from './passkeys';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** A passkey in software: ES256 (RFC 9053), user present. */
function makePasskey(host: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const cose = Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  const id = randomBytes(16).toString('base64url');
  let counter = 0;
  const answer = (clientData: object) => {
    counter += 1;
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.get', ...clientData }));
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const authenticatorData = Buffer.concat([sha256(host), Buffer.from([1]), count]);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
    const response = { clientDataJSON, authenticatorData, signature };
    const texts = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    return {
      ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
      response: Object.fromEntries(texts),
    };
  };
  const stored = { id, publicKey: cose.toString('base64url'), counter: 0, transports: [], name: 'Key' };
  return { stored, answer };
}

test.each([
  [{}, true],
  [{ crossOrigin: false }, true],
  [{ crossOrigin: true }, false],
  [{ crossOrigin: false, topOrigin: 'https://other.example' }, false],
])('an answer with %j is accepted: %s', async (fields, accepted) => {
  const { affID } = await makeAffiliate();
  const person = { kind: 'affiliate', id: affID } as const;
  const { stored, answer } = makePasskey(new URL(app.env.publicUrl).hostname);
  const createdAt = new Date();
  await addPasskey(person, { ...stored, createdAt, lastUsedAt: createdAt }, { actor: SYSTEM_ACTOR });
  const passkeys = new Passkeys(app.env, new Challenges(app.redis, app.prefix));
  const { challenge } = await passkeys.requestOptions(person, []);
  const origin = app.env.publicOrigins[0];
  expect(await passkeys.isTheirs(person, answer({ challenge, origin, ...fields }))).toBe(accepted);
});
