import type { ModerationQueues } from '@partnerdesk/contracts';
import { api } from '../api/api';

const queuesApi = api.enhanceEndpoints({ addTagTypes: ['ModerationQueues'] }).injectEndpoints({
  endpoints: (build) => ({
    /** How many items wait in each queue of the moderators; quiet: a menu without counts still works. */
    getModerationQueues: build.query<ModerationQueues, void>({
      query: () => 'moderation-queues',
      extraOptions: { quiet: true },
      providesTags: ['ModerationQueues'],
    }),
  }),
});

export const { useGetModerationQueuesQuery } = queuesApi;
