import type { LoginRequest, LoginResponse, SessionResponse } from '@partnerdesk/contracts';
import { api } from '../api/api';
import { setSession } from './session.slice';

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionResponse, void>({
      query: () => 'session',
      extraOptions: { quiet: true },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(setSession(answer.data.session));
      },
    }),
    login: build.mutation<LoginResponse, LoginRequest>({
      query: (body) => ({ url: 'login', method: 'POST', body }),
    }),
    logout: build.mutation<unknown, void>({
      query: () => ({ url: 'logout', method: 'POST', body: {} }),
    }),
  }),
});

export const { useGetSessionQuery, useLoginMutation, useLogoutMutation } = sessionApi;
export const { getSession } = sessionApi.endpoints;
