import { moderationQueuesCall } from '@partnerdesk/contracts';
import { api } from '../api/api';
import { ask } from '../api/ask';

const queuesApi = api.enhanceEndpoints({ addTagTypes: ['ModerationQueues'] }).injectEndpoints({
  endpoints: (build) => ({
    /** How many items wait in each queue of the moderators; quiet: a menu without counts still works. */
    getModerationQueues: build.query({
      ...ask(moderationQueuesCall, undefined, { quiet: true }),
      providesTags: ['ModerationQueues'],
    }),
  }),
});

export const { useGetModerationQueuesQuery } = queuesApi;
