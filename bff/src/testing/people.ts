import { PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import type { Affiliate } from '@partnerdesk/domain';
import { makeAdministrator, makeAffiliate, TEST_PASSWORD } from '@partnerdesk/testing';
import type { TestApp } from './test-app';
import type { TestClient } from './test-client';

/** A signed-in affiliate and their browser. */
export async function signedInAffiliate(
  app: TestApp,
  fields: Partial<Affiliate> = {},
): Promise<{ client: TestClient; affiliate: Affiliate }> {
  const affiliate = await makeAffiliate(fields);
  const client = app.client();
  await client.signIn(affiliate.emailAddress, TEST_PASSWORD);
  return { client, affiliate };
}

/** A signed-in administrator; without a list, one with every permission. */
export async function signedInAdministrator(
  app: TestApp,
  permissions: readonly Permission[] = PERMISSIONS,
): Promise<{ client: TestClient; adminID: number; emailAddress: string }> {
  const { adminID, emailAddress } = await makeAdministrator({ permissions });
  const client = app.client();
  await client.signIn(emailAddress, TEST_PASSWORD);
  return { client, adminID, emailAddress };
}
