import type { PayrollApprovalMode, Permission, Role } from './codes';
import type { BusinessDay } from './days';
import type { RemoteAddress } from './routes';
import type { ModerationQueues } from './wire-moderation';
import type { Proof } from './wire-second-factor';

/** GET /api/configuration (docs/PRODUCT.md §3 "Configuration"; docs/RULES.md, Days, money, ids). */
export interface Configuration {
  productName: string;
  /** Version of the web server's release, such as 0.1.0. */
  version: string;
  assetsUri: string;
  imagesRootFolder: string;
  membersAssetsFolder: string;
  operatorsAssetsFolder: string;
  contentUri: string;
  /** Empty: the form uses the self-hosted proof of work. */
  googleCaptchaKey: string;
  landingPagesCategories: LandingPagesCategory[];
  videosRootFolder: string;
  countries: Country[];
  businessTimezone: string;
  /** The business's today at the time of the answer. */
  today: BusinessDay;
  /** Public address of the product, no slash at the end; the host of advertising links. */
  publicUrl: string;
  /** Whether a second person approves executions. */
  payrollApproval: PayrollApprovalMode;
  /** Above this sum an execution is confirmed by typing it (dollars). */
  payrollConfirmOver: number;
  /** Queues in which a picture has to be shown plainly before it is approved. */
  reviewNeedsClearView: (keyof ModerationQueues)[];
  remotes: RemoteAddress[];
  /** Present and true where the servers are traced: pages trace their calls, too. */
  traced?: boolean;
  /** Present in development only: where the mails can be read. */
  outboxUrl?: string;
}

export interface Country {
  countryID: number;
  name: string;
}

export interface LandingPagesCategory {
  name: string;
  pages: { lp: string; title: string }[];
}

/** The signed-in person: answer of POST /login (result 1) and of GET /session; docs/PRODUCT.md §3 "Session". */
export interface SessionInfo {
  /** 0 for administrators. */
  affID: number;
  affRole: Role;
  affStatus: number;
  /** 0 incomplete, 1 complete. */
  accountStatus: number;
  paymentInfoSet: boolean;
  trackID: string;
  emailAddress: string;
  firstName: string;
  /** Empty for affiliates, and for administrators who have to set up a second factor first. */
  permissions: Permission[];
  /** The office demands a second factor, and this administrator has none yet. */
  secondFactorDue?: boolean;
  /** An administrator signed in with a password that would be refused today. */
  passwordWeak?: boolean;
}

export interface LoginRequest {
  EmailAddress: string;
  Password: string;
  ConfirmPassword?: string;
  RememberMe?: boolean;
  /** One-time token of the reset mail; then Password and ConfirmPassword are the new ones. */
  Token?: string;
  /** Comes with the second try, where the first was refused with second_factor_required. */
  SecondFactor?: Proof;
  /** A solved challenge: comes with the second try, where the first was refused with one (SignInRefusal). */
  CaptchaToken?: string;
}

/** result 1 with a closed affStatus carries no account and starts no session (docs/RULES.md, Accounts and access). */
export type LoginResponse =
  | ({ result: 1 } & SessionInfo)
  | { result: 1; affStatus: number }
  | { result: 2 }
  | { result: 3 };

/** GET /session: the person, or null for a visitor. */
export interface SessionResponse {
  session: SessionInfo | null;
}

/** A row of GET /sessions: the signed-in person's own. */
export interface SessionRow {
  id: string;
  /** The one that asks. */
  current: boolean;
  /** 'Firefox on Windows' */
  device: string;
  /** The first part of the network address. */
  place: string;
  /** Instants, ISO 8601. */
  startedAt: string;
  lastSeenAt: string;
}

/** What POST /api/events and the import answer. */
export interface IngestResult {
  /** Newly taken in, those that wait included. */
  accepted: number;
  /** Of the accepted: wait for a member, sale or staff not yet known. */
  waiting: number;
  /** Known already with the same content. */
  duplicates: number;
  refused: RefusedEvent[];
}

export interface RefusedEvent {
  /** 1-based line of the body or file. */
  line: number;
  eventID?: string;
  reason: string;
}
