import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { addPasskey, SYSTEM_ACTOR } from '@partnerdesk/domain';
import { makeAffiliate } from '@partnerdesk/testing';
import { startTestApp, type TestApp } from '../testing/test-app';
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
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: Object.fromEntries(texts),
    };
  };
  /** The answer that makes it: attestation "none" (WebAuthn, 8.7), its map in CBOR. */
  const created = (clientData: object) => {
    const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.create', ...clientData }));
    const [aaguid, idBytes] = [Buffer.alloc(16), Buffer.from(id, 'base64url')];
    const credential = Buffer.concat([aaguid, Buffer.from([0, idBytes.length]), idBytes, cose]);
    const authData = Buffer.concat([sha256(host), Buffer.from([0x41, 0, 0, 0, 0]), credential]);
    const attestationObject = Buffer.concat([
      ...[Buffer.from([0xa3]), cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0])],
      ...[cborText('authData'), Buffer.from([0x58, authData.length]), authData],
    ]);
    const response = {
      clientDataJSON: clientDataJSON.toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    };
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  };
  const stored = { id, publicKey: cose.toString('base64url'), counter: 0, transports: [], name: 'Key' };
  return { stored, answer, created };
}

/** A text of less than 24 bytes in CBOR. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

const CLIENT_DATA: [fields: object, accepted: boolean][] = [
  [{}, true],
  [{ crossOrigin: false }, true],
  [{ crossOrigin: true }, false],
  [{ crossOrigin: false, topOrigin: 'https://other.example' }, false],
];

test.each(CLIENT_DATA)('an answer with %j is accepted: %s', async (fields, accepted) => {
  const { affID } = await makeAffiliate();
  const person = { kind: 'affiliate', id: affID } as const;
  const { stored, answer } = makePasskey(new URL(app.env.publicUrl).hostname);
  const createdAt = new Date();
  await addPasskey(person, { ...stored, createdAt, lastUsedAt: createdAt }, { actor: SYSTEM_ACTOR });
  const passkeys = new Passkeys(app.env, app.redis, app.prefix);
  const { challenge } = await passkeys.requestOptions(person, []);
  const origin = app.env.publicOrigins[0];
  expect(await passkeys.isTheirs(person, answer({ challenge, origin, ...fields }))).toBe(accepted);
});

test.each(CLIENT_DATA)('one that is made with %j is taken: %s', async (fields, accepted) => {
  const { affID, emailAddress } = await makeAffiliate();
  const person = { kind: 'affiliate', id: affID, emailAddress } as const;
  const { stored, created } = makePasskey(new URL(app.env.publicUrl).hostname);
  const passkeys = new Passkeys(app.env, app.redis, app.prefix);
  const { challenge } = await passkeys.creationOptions(person);
  const origin = app.env.publicOrigins[0];
  const made = passkeys.readCreated(person, created({ challenge, origin, ...fields }));
  if (accepted) expect(await made).toMatchObject({ id: stored.id, publicKey: stored.publicKey });
  else await expect(made).rejects.toMatchObject({ code: 'invalid_input' });
});
