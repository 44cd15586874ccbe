import { PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import type { Affiliate } from '@partnerdesk/domain';
import { makeAdministrator, makeAffiliate, personalInformation, TEST_PASSWORD } from '@partnerdesk/testing';
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

/** What POST /api/update-affiliate-account takes of somebody who changes nothing but `fields` of their personal information. */
export const accountUpdate = (affID: number, fields: object, PaymentInformation: object | null = null) => ({
  PersonalInformation: personalInformation({ affID, ...fields }),
  PaymentInformation,
  TaxInformation: null,
});
