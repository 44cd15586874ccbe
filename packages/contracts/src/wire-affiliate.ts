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

/**
 * The promo video (docs/PRODUCT.md §9): its file under videosRootFolder, also the `filename` of GET
 * /download-promo-video.
 */
export const PROMO_VIDEO = { filename: 'promo.mp4', width: 320, height: 240 } as const;

/** Longest tracking source id (?tid), landing page id (?lp) and sub-id (?s1 to ?s5). */
export const MAX_TRACKING_ID = 50;
