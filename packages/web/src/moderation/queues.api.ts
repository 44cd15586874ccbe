import type { ModerationQueues } from '@partnerdesk/contracts';
import { api } from '../api/api';
import { number, record, type Shape } from '../api/shapes';

/** How many items wait in each queue. */
export const isModerationQueues: Shape<ModerationQueues> = record<ModerationQueues>({
  photoIds: number,
  profilePics: number,
  galleryPics: number,
  memberPics: number,
  profiles: number,
  staff: number,
});

const queuesApi = api.enhanceEndpoints({ addTagTypes: ['ModerationQueues'] }).injectEndpoints({
  endpoints: (build) => ({
    /** How many items wait in each queue of the moderators; quiet: a menu without counts still works. */
    getModerationQueues: build.query<ModerationQueues, void>({
      query: () => 'moderation-queues',
      extraOptions: { quiet: true, expects: isModerationQueues },
      providesTags: ['ModerationQueues'],
    }),
  }),
});

export const { useGetModerationQueuesQuery } = queuesApi;
