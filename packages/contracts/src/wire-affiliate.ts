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

/**
 * The promo video (docs/PRODUCT.md §9): its file under videosRootFolder, also the `filename` of GET
 * /download-promo-video.
 */
export const PROMO_VIDEO = { filename: 'promo.mp4', width: 320, height: 240 } as const;

/** Longest tracking source id (?tid), landing page id (?lp) and sub-id (?s1 to ?s5). */
export const MAX_TRACKING_ID = 50;
