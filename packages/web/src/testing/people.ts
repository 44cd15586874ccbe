import type { Configuration, Permission, SessionInfo } from '@partnerdesk/contracts';
import { PERMISSIONS, ROLE } from '@partnerdesk/contracts';

/** An affiliate whose account is complete. */
export function anAffiliate(facts: Partial<SessionInfo> = {}): SessionInfo {
  return {
    affID: 7,
    affRole: ROLE.affiliate,
    affStatus: 1,
    accountStatus: 1,
    paymentInfoSet: true,
    trackID: 'k3XrT9aQ',
    emailAddress: 'ada@example.com',
    firstName: 'Ada',
    permissions: [],
    ...facts,
  };
}

/** An administrator with these permissions, all if none are named. */
export function anAdmin(permissions: readonly Permission[] = PERMISSIONS): SessionInfo {
  return {
    ...anAffiliate({ affID: 0, trackID: '', emailAddress: 'office@example.com', firstName: 'Olga' }),
    affRole: ROLE.admin,
    permissions: [...permissions],
  };
}

/** Settings as GET /configuration answers them. */
export function aConfiguration(settings: Partial<Configuration> = {}): Configuration {
  return {
    productName: 'Partnerdesk',
    version: '0.1.0',
    assetsUri: '',
    imagesRootFolder: 'images',
    membersAssetsFolder: 'members',
    operatorsAssetsFolder: 'operators',
    contentUri: '',
    googleCaptchaKey: '',
    landingPagesCategories: [
      { name: 'Chat', pages: [{ lp: 'chat-1', title: 'Evening chat' }] },
      { name: 'Phone', pages: [{ lp: 'phone-1', title: 'Call now' }] },
    ],
    videosRootFolder: 'videos',
    countries: [
      { countryID: 1, name: 'United States' },
      { countryID: 2, name: 'Canada' },
    ],
    businessTimezone: 'America/New_York',
    businessTimezoneName: 'Eastern Time',
    today: '2026-11-21',
    publicUrl: 'https://partners.example',
    payrollApproval: 'single',
    payrollConfirmOver: 10_000,
    reviewNeedsClearView: ['photoIds'],
    program: {
      commission: 20,
      minimumPayout: 50,
      payoutHoldDays: 0,
      endDate: '2026-11-30',
      dueDate: '2026-12-20',
    },
    remotes: [],
    ...settings,
  };
}
