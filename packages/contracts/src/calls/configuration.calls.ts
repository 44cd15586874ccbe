import { PAYROLL_APPROVAL_MODES } from '../codes';
import { REMOTE_NAMES } from '../routes';
import * as s from '../schema/schema';
import { QUEUE_NAMES } from '../wire-moderation';
import { call } from './call';

/* What pages begin with (docs/PRODUCT.md §3 "Configuration"; docs/RULES.md, Days, money, ids). */

const landingPages = s.object({ name: s.text(), pages: s.list(s.object({ lp: s.text(), title: s.text() })) });
export type LandingPagesCategory = s.CheckedOf<typeof landingPages>;
const country = s.object({ countryID: s.number(), name: s.text() });
export type Country = s.CheckedOf<typeof country>;
const remote = s.object({
  name: s.code(REMOTE_NAMES, { about: 'Federation name' }),
  manifest: s.text({ about: 'Address of its mf-manifest.json, absolute or from the origin' }),
  version: s.optional(
    s.text({ example: '0.1.0-3fa2b81c9d', about: 'Which build that is; missing: another origin serves it' }),
  ),
  entry: s.optional(
    s.object(
      { file: s.text(), integrity: s.text() },
      { about: 'The script that it is entered by, and its hash' },
    ),
  ),
});
export type RemoteAddress = s.CheckedOf<typeof remote>;

const configuration = s.object({
  productName: s.text(),
  version: s.text({ about: 'Of the web server’s release', example: '0.1.0' }),
  assetsUri: s.text(),
  imagesRootFolder: s.text(),
  membersAssetsFolder: s.text(),
  operatorsAssetsFolder: s.text(),
  contentUri: s.text(),
  googleCaptchaKey: s.text({ about: 'Empty: forms use the self-hosted proof of work' }),
  landingPagesCategories: s.list(landingPages),
  videosRootFolder: s.text(),
  countries: s.list(country),
  businessTimezone: s.text(),
  businessTimezoneName: s.text({ about: 'What people call it, such as Eastern Time' }),
  today: s.day({ about: 'The business’s today at the time of the answer' }),
  publicUrl: s.text({ about: 'Public address, no slash at the end; the host of advertising links' }),
  payrollApproval: s.code(PAYROLL_APPROVAL_MODES, { about: 'Whether a second person approves executions' }),
  payrollConfirmOver: s.number({ about: 'Above this sum (dollars) an execution is confirmed by typing it' }),
  reviewNeedsClearView: s.list(
    s.code(QUEUE_NAMES, { about: 'In which a picture has to be shown plainly before it is approved' }),
  ),
  program: s.object(
    {
      commission: s.number({ about: 'Percent of each sale that a new affiliate earns' }),
      minimumPayout: s.number({ about: 'Dollars; less than this carries over' }),
      payoutHoldDays: s.number({ about: 'Days after which a sale is payable' }),
      endDate: s.day({ about: 'The last day of the period that runs' }),
      dueDate: s.day({ about: 'The last day on which that period is paid' }),
    },
    { about: 'What a new affiliate is paid, and when' },
  ),
  remotes: s.list(remote),
  traced: s.optional(s.flag({ about: 'Where the servers are traced: pages trace their calls, too' })),
  outboxUrl: s.optional(s.text({ about: 'In development only: where the mails can be read' })),
});
export type Configuration = s.CheckedOf<typeof configuration>;

export const configurationCall = call('GET /api/configuration', {
  about: 'What pages begin with: the installation’s settings, and where each remote is',
  who: 'anybody',
  answer: configuration,
});
