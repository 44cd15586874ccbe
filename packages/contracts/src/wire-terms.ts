/** The percentage of who has neither an own commission nor a group; a new affiliate's own one. */
export const DEFAULT_COMMISSION = 20;
/** At most so many days after joining. */
export const MAX_CAP_DAYS = 3650;
export const MAX_GROUP_NAME = 50;
/** Changes of one account or group. */
export const MAX_TERMS_CHANGES = 200;
export const MAX_GROUPS = 200;

export const TERMS_TEXT = {
  past: 'Please choose today or a later day',
  rate: 'Please enter a percentage from 0 to 100, with up to 2 decimals',
  days: `Please enter a whole number of days, up to ${MAX_CAP_DAYS}`,
  group: 'There is no such group',
  name: 'Please enter a name',
  nameUsed: 'Another group has this name',
  full: `There are ${MAX_TERMS_CHANGES} changes already`,
  fullGroups: `There are ${MAX_GROUPS} groups already`,
  groupChanged:
    'Somebody else has changed this group meanwhile; nothing of yours was saved. Check the history, then save again',
  accountChanged:
    'Somebody else has changed this account meanwhile; nothing of yours was saved. Check the terms, then save again',
  begun: 'These terms have begun: enter a change instead',
} as const;
