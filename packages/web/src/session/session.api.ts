import { logoutCall, sessionCall } from '@partnerdesk/contracts';
import { api } from '../api/api';
import { ask } from '../api/ask';
import { setSession } from '../store/session.slice';

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query({
      ...ask(sessionCall, undefined, { quiet: true }),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(setSession(answer.data.session));
      },
    }),
    logout: build.mutation(ask(logoutCall)),
  }),
});

export const { useLogoutMutation } = sessionApi;
export const { getSession } = sessionApi.endpoints;
