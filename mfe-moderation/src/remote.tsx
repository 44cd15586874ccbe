import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: the screens of this remote whose code there is, and its menu. */
export const remote = defineRemote('moderation', {});
