import type { PaymentType } from './codes';
import type { BusinessDay } from './days';

/** POST /register (docs/PRODUCT.md §3); the browser then signs in with the same credentials by POST /login. */
export interface RegisterRequest {
  FirstName: string;
  EmailAddress: string;
  Password: string;
  ConfirmPassword: string;
  Agreed: boolean;
}
export interface RegisterResponse {
  /** REGISTER_RESULT: 0 done, 1 the email is already used. */
  result: 0 | 1;
}

/** The text blocks: GET /local/{name} answers sanitised HTML as text/html. */
export const TEXT_BLOCKS = [
  'aff_index',
  'home_top',
  'home_bottom',
  'aff_faq',
  'faq_loggedin',
  'terms',
] as const;
export type TextBlockName = (typeof TEXT_BLOCKS)[number];

/**
 * A row of GET /text-blocks, as the office wrote it; PUT /local/{name} takes `html` and `version`, answers the record.
 */
export interface TextBlockRecord {
  name: TextBlockName;
  html: string;
  /** Counted up by each save; a save that names an old one is refused. 0: never changed. */
  version: number;
}

/** POST /text-block-preview {html} answers the HTML that would reach a page. */
export interface TextBlockPreview {
  html: string;
}

/** Longest HTML of a text block. */
export const MAX_TEXT_BLOCK = 50_000;

/** POST /send-contact-message (docs/PRODUCT.md §3). */
export interface ContactMessage {
  /** 0 for visitors. */
  AffiliateID: number;
  EmailAddress: string;
  Subject: string;
  Message: string;
  /** Visitors: base64url JSON of a CaptchaSolution, or Google's token; signed in: empty. */
  CaptchaToken: string;
}

/** Answer of send-contact-message and send-request-restore-password: `response` says why, if it failed. */
export interface Outcome {
  isSuccessful: boolean;
  response?: string;
}

/** A row of GET /member-payment-history; dollars. */
export interface PaymentHistoryRow {
  payrollID: number;
  affID: number;
  /** What was paid, in words: 'Affiliate payroll'. */
  payrollEvent: string;
  /** 0 Unknown, 1 ACH, other PayPal. */
  paymentType: PaymentType;
  startPeriod: BusinessDay;
  endPeriod: BusinessDay;
  amount: number;
  /** Instant, ISO 8601. */
  dateCreated: string;
}

/** Most rows of a page of GET /member-sale-details?limit. */
export const SALES_PAGE = 1000;

/** A row of GET /member-sale-details; dollars, refunds negative. */
export interface SaleDetail {
  saleID: number;
  /** Instant, ISO 8601. */
  dateCreated: string;
  saleAmount: number;
  payout: number;
  transactionType: string;
}

/**
 * A row of GET /member-daily-figures?affiliateID&startDate&endDate; only days with entries; dollars, refunds taken
 * off.
 */
export interface DailyFigure {
  day: BusinessDay;
  sales: number;
  payout: number;
}

/**
 * A row of GET /tracking-sources?affiliateID: one tracking source (`tid`) and landing page (`lp`), each empty when the
 * link carried none; all time; dollars, refunds taken off. Rows with the most clicks first.
 */
export interface TrackingSource {
  tid: string;
  lp: string;
  clicks: number;
  joins: number;
  sales: number;
  payout: number;
}

/** GET /get-affiliate-account. */
export interface PersonalInformation {
  affID: number;
  emailAddress: string;
  /** While emailAddress waits to be confirmed by a mailed link: the one that signs in until then. */
  signInEmailAddress?: string;
  status: number;
  firstName: string;
  lastName: string;
  address1: string;
  address2: string;
  city: string;
  /** In the United States its two letters. */
  state: string;
  postalCode: string;
  countryName: string;
  /** 0: none chosen yet. */
  countryID: number;
  skypeUserName: string;
}

/**
 * GET /get-affiliate-payment-info; paymentType 0: nothing saved yet. Once saved, numbers show their last four digits.
 */
export interface PaymentInformation {
  affID: number;
  paymentType: PaymentType;
  paypalID: string;
  achAccountName: string;
  /** ACH_ACCOUNT_TYPE; 0: none. */
  achAccountType: number;
  achRoutingNumber: string;
  achAccountNumber: string;
}

/** GET /get-affiliate-tax-info; taxIDType 0: nothing saved yet. Once saved, taxID shows its last four digits. */
export interface TaxInformation {
  affID: number;
  taxID: string;
  /** TAX_ID_TYPE; 0: none. */
  taxIDType: number;
  companyName: string;
}

/**
 * POST /update-affiliate-account; answers true. A part that is saved already, or not asked for (tax outside country 1),
 * is sent as null; the server ignores whatever is sent for a part that is saved already.
 */
export interface UpdateAffiliateAccountRequest {
  PersonalInformation: PersonalInformation;
  PaymentInformation: PaymentInformation | null;
  TaxInformation: TaxInformation | null;
}

/** POST /update-affiliate-password; answers true. */
export interface UpdateAffiliatePasswordRequest {
  AffID: number;
  NewPassword: string;
  ConfirmNewPassword: string;
}

/**
 * The promo video (docs/PRODUCT.md §9): its file under videosRootFolder, also the `filename` of GET
 * /download-promo-video.
 */
export const PROMO_VIDEO = { filename: 'promo.mp4', width: 320, height: 240 } as const;

/** Longest tracking source id (?tid), landing page id (?lp) and sub-id (?s1 to ?s5). */
export const MAX_TRACKING_ID = 50;

/** GET /affiliate-balance?affiliateID; dollars. */
export interface AffiliateBalance {
  affID: number;
  /** Payable now; below zero refunds are to be made up for. */
  available: number;
  /** Payable once its days of hold are over. */
  pending: number;
  /** Less than this carries over. */
  minimumPayout: number;
  /** Days after which an entry is payable. */
  holdDays: number;
  /** By when what is available is to be paid (yyyy-mm-dd). */
  nextPayoutDate: BusinessDay;
}
