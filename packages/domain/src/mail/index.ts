/**
 * Messages to people: mails about payments and changes, digests, messages from the contact form, and the work that
 * failed and waits for the office.
 */
export * from './contact-messages';
export * from './failed-work';
export * from './mailings';
