/**
 * Messages to people: mails about payments and changes, digests, messages from the contact form, and the work that
 * failed and waits for the office.
 */
export * from './contact-messages';
export * from './daily-digests';
export * from './failed-work/failed-mails';
export * from './failed-work/overdue-events';
export * from './failed-work/refused-events';
export * from './failed-work/summary';
export * from './payment-mails';
export * from './weekly-summaries';
