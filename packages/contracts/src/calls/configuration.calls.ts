import { PAYROLL_APPROVAL_MODES } from '../codes';
import { REMOTE_NAMES } from '../routes';
import { type CheckedOf, code, day, flag, list, number, object, optional, text } from '../schema/schema';
import { QUEUE_NAMES } from '../wire-moderation';
import { call } from './call';

/* What pages begin with (docs/PRODUCT.md §3 "Configuration"; docs/RULES.md, Days, money, ids). */

const landingPages = object({ name: text(), pages: list(object({ lp: text(), title: text() })) });
export type LandingPagesCategory = CheckedOf<typeof landingPages>;
const country = object({ countryID: number(), name: text() });
export type Country = CheckedOf<typeof country>;
const remote = object({
  name: code(REMOTE_NAMES, { about: 'Federation name' }),
  manifest: text({ about: 'Address of its mf-manifest.json, absolute or from the origin' }),
  version: optional(
    text({ example: '0.1.0-3fa2b81c9d', about: 'Which build that is; missing: another origin serves it' }),
  ),
  entry: optional(
    object({ file: text(), integrity: text() }, { about: 'The script that it is entered by, and its hash' }),
  ),
});
/** A federated remote. */
export type RemoteAddress = CheckedOf<typeof remote>;

const configuration = object({
  productName: text(),
  version: text({ about: 'Of the web server’s release', example: '0.1.0' }),
  assetsUri: text(),
  imagesRootFolder: text(),
  membersAssetsFolder: text(),
  operatorsAssetsFolder: text(),
  contentUri: text(),
  googleCaptchaKey: text({ about: 'Empty: forms use the self-hosted proof of work' }),
  landingPagesCategories: list(landingPages),
  videosRootFolder: text(),
  countries: list(country),
  businessTimezone: text(),
  businessTimezoneName: text({ about: 'What people call it, such as Eastern Time' }),
  today: day({ about: 'The business’s today at the time of the answer' }),
  publicUrl: text({ about: 'Public address, no slash at the end; the host of advertising links' }),
  payrollApproval: code(PAYROLL_APPROVAL_MODES, { about: 'Whether a second person approves executions' }),
  payrollConfirmOver: number({ about: 'Above this sum (dollars) an execution is confirmed by typing it' }),
  reviewNeedsClearView: list(
    code(QUEUE_NAMES, { about: 'In which a picture has to be shown plainly before it is approved' }),
  ),
  program: object(
    {
      commission: number({ about: 'Percent of each sale that a new affiliate earns' }),
      minimumPayout: number({ about: 'Dollars; less than this carries over' }),
      payoutHoldDays: number({ about: 'Days after which a sale is payable' }),
      endDate: day({ about: 'The last day of the period that runs' }),
      dueDate: day({ about: 'The last day on which that period is paid' }),
    },
    { about: 'What a new affiliate is paid, and when' },
  ),
  remotes: list(remote),
  traced: optional(flag({ about: 'Where the servers are traced: pages trace their calls, too' })),
  outboxUrl: optional(text({ about: 'In development only: where the mails can be read' })),
});
export type Configuration = CheckedOf<typeof configuration>;

export const configurationCall = call('GET /api/configuration', {
  about: 'What pages begin with: the installation’s settings, and where each remote is',
  who: 'anybody',
  answer: configuration,
});
