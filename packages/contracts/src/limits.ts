/** Longest email to sign in with (docs/RULES.md, Accounts and access "Emails to sign in with"). */
export const MAX_SIGN_IN_EMAIL = 50;
export const SIGN_IN_EMAIL_TEXT = `An email to sign in with has at most ${MAX_SIGN_IN_EMAIL} characters`;

/** Longest texts by field (docs/PRODUCT.md §5, §9). */
export const MAX_LENGTH = {
  login: { EmailAddress: MAX_SIGN_IN_EMAIL, Password: 100 },
  register: { FirstName: 50, EmailAddress: MAX_SIGN_IN_EMAIL, Password: 100, ConfirmPassword: 100 },
  contact: { EmailAddress: 50, Subject: 200, Message: 2000 },
  personal: {
    firstName: 50,
    lastName: 50,
    /** Of the input; the server takes MAX_SIGN_IN_EMAIL. */
    emailAddress: 150,
    address1: 100,
    address2: 100,
    city: 50,
    state: 50,
    postalCode: 10,
    skypeUserName: 100,
  },
  payment: { paypalID: 150, achAccountName: 100, achRoutingNumber: 9, achAccountNumber: 17 },
  tax: { taxID: 20, companyName: 100 },
  restorePassword: MAX_SIGN_IN_EMAIL,
  newPassword: 100,
} as const;

/** Fewest characters of a new password, by whose it is (docs/RULES.md, Who may enter "Passwords"). */
export const MIN_PASSWORD = { office: 12, others: 8 } as const;
export type PasswordOwner = keyof typeof MIN_PASSWORD;
export const tooShortText = (who: PasswordOwner) =>
  `Please choose a password of at least ${MIN_PASSWORD[who]} characters`;
export const TOO_COMMON_TEXT = 'This password is too common. Please choose another';
export const TOO_EASY_TEXT = 'This password is too easy to guess. Please choose another';
/** The rule as it is shown before somebody types; `anybody`: where it is not known whose password it is. */
export const PASSWORD_RULE_TEXT = {
  office: `At least ${MIN_PASSWORD.office} characters and hard to guess, such as four words that don't belong together`,
  others: `At least ${MIN_PASSWORD.others} characters, neither common nor repeated, nor a name or email alone`,
  anybody: `At least ${MIN_PASSWORD.others} characters, in the office ${MIN_PASSWORD.office} and hard to guess; not a name or email alone`,
} as const;

export const MAX_HOLD_DAYS = 180;

/** Highest kellyStaffID (docs/PRODUCT.md §5). */
export const MAX_KELLY_STAFF_ID = 9999;

/** Rows a page of a search result (docs/RULES.md, Accounts and access). */
export const PAGE_SIZE = 50;

/** Events a call of POST /api/events (docs/RULES.md, Events). */
export const MAX_EVENTS_PER_CALL = 1000;

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 50;
