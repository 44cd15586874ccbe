export const PAY_FILE_FORMATS = ['nacha', 'paypal'] as const;
export type PayFileFormat = (typeof PAY_FILE_FORMATS)[number];
/** What each is called. */
export const PAY_FILE_FORMAT_TEXT: Readonly<Record<PayFileFormat, string>> = {
  nacha: 'NACHA',
  paypal: 'PayPal',
};

/** The reason that a person types to discard a pay file that was downloaded. */
export const NOT_SENT_TO_BANK = 'not sent to the bank';
/** Payments of one page of GET /pay-files/{id}/excluded. */
export const EXCLUDED_PAGE = 100;

/** Rows of one PayPal file. */
export const MAX_PAYPAL_ROWS = 5000;

/** Largest file of results that is read (bytes). */
export const MAX_RESULT_FILE_BYTES = 20_000_000;
/** Lines of a preview, and refused payments, that are shown; the counts are of all. */
export const RESULT_LINES_SHOWN = 500;
