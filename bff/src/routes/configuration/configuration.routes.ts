import {
  type BusinessDay,
  type Configuration,
  configurationCall,
  type LandingPagesCategory,
  outboxCall,
  pathOf,
  type RemoteAddress,
} from '@partnerdesk/contracts';
import { programTerms, today } from '@partnerdesk/domain';
import { type Env, isTraced } from '@partnerdesk/node';
import { COUNTRIES } from '../../countries';
import { visitorNumber } from '../../releases/releases';
import { VERSION } from '../../version';
import { pick } from '../pick';
import type { AddRoutes } from '../route-deps';

/** Asked for again by each page, so that a release or roll back counts with the next; it may be for a share of visitors. */
export const addConfigurationRoutes: AddRoutes = ({ handle }, { env, releases }) => {
  handle(configurationCall, async ({ ctx }) => {
    const served = await releases.servedTo(await visitorNumber(ctx, releases, env));
    ctx.set('Cache-Control', 'private, no-cache');
    return presentConfiguration(
      env,
      today(),
      programTerms(),
      served.map(({ folder, listed, ...address }) => address),
    );
  });
};

/** Landing pages that affiliates can link to; `lp` is what the link carries (docs/PRODUCT.md §2). */
const LANDING_PAGES: LandingPagesCategory[] = [
  {
    name: 'Chat',
    pages: [
      { lp: 'chat-classic', title: 'Chat, classic' },
      { lp: 'chat-night', title: 'Chat, night' },
    ],
  },
  {
    name: 'Phone',
    pages: [
      { lp: 'phone-classic', title: 'Phone, classic' },
      { lp: 'phone-direct', title: 'Phone, direct line' },
    ],
  },
  {
    name: 'General',
    pages: [
      { lp: 'welcome', title: 'Welcome page' },
      { lp: 'tour', title: 'Tour' },
    ],
  },
];

/** Where this server hands out what is not part of a build. */
export const FOLDERS = {
  assetsUri: '/api/assets',
  imagesRootFolder: 'images',
  membersAssetsFolder: 'members',
  operatorsAssetsFolder: 'operators',
  // The text blocks: /api/local/home_top and the others.
  contentUri: '/api/local',
  videosRootFolder: 'videos',
} as const;

/** What people call a time zone. The server finds it out: it takes a browser long enough to hold its first screen up. */
function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Mails can be read in the browser in development only, and only while there is no mail server. */
export function hasOutbox(env: Env): boolean {
  return !env.isProduction && !env.smtpUrl;
}

function presentConfiguration(
  env: Env,
  today: BusinessDay,
  program: Configuration['program'],
  remotes: readonly RemoteAddress[],
): Configuration {
  return {
    productName: 'Partnerdesk',
    version: VERSION,
    ...FOLDERS,
    googleCaptchaKey: env.googleCaptchaKey,
    landingPagesCategories: LANDING_PAGES,
    countries: [...COUNTRIES],
    businessTimezone: env.businessTimezone,
    businessTimezoneName: zoneName(env.businessTimezone),
    today,
    ...pick(env, 'publicUrl', 'payrollApproval', 'payrollConfirmOver', 'reviewNeedsClearView'),
    program,
    remotes: [...remotes],
    ...(isTraced() && { traced: true }),
    ...(hasOutbox(env) && { outboxUrl: pathOf(outboxCall) }),
  };
}
