import { PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import {
  type Affiliate,
  AffiliateModel,
  createAdministrator,
  emailKeyOf,
  hashPassword,
  makeTrackId,
  nextId,
} from '@partnerdesk/domain';
import type { TestApp } from './test-app';
import type { TestClient } from './test-client';

export const PASSWORD = 'demo-pass-1';

let hashed: Promise<string> | undefined;

/** An affiliate who can sign in with PASSWORD. */
export async function makeAffiliate(fields: Partial<Affiliate> = {}): Promise<Affiliate> {
  hashed ??= hashPassword(PASSWORD);
  const affID = await nextId('affID');
  const emailAddress = fields.emailAddress ?? `affiliate-${affID}@example.com`;
  const affiliate = {
    affID,
    trackID: makeTrackId(),
    emailAddress,
    emailKey: emailKeyOf(emailAddress),
    passwordHash: await hashed,
    firstName: 'Ada',
    commission: 30,
    ...fields,
  };
  return (await AffiliateModel.create(affiliate)).toObject();
}

/** A signed-in affiliate and their browser. */
export async function signedInAffiliate(
  app: TestApp,
  fields: Partial<Affiliate> = {},
): Promise<{ client: TestClient; affiliate: Affiliate }> {
  const affiliate = await makeAffiliate(fields);
  const client = app.client();
  await client.signIn(affiliate.emailAddress, PASSWORD);
  return { client, affiliate };
}

let administrators = 0;

/** A signed-in administrator; without a list, one with every permission. */
export async function signedInAdministrator(
  app: TestApp,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<{ client: TestClient; adminID: number; emailAddress: string }> {
  administrators += 1;
  const emailAddress = `admin-${administrators}@example.com`;
  const adminID = await createAdministrator({
    emailAddress,
    password: PASSWORD,
    firstName: 'Grace',
    permissions,
  });
  const client = app.client();
  await client.signIn(emailAddress, PASSWORD);
  return { client, adminID, emailAddress };
}
