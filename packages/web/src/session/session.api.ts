import type { LoginRequest, LoginResponse, SessionInfo, SessionResponse } from '@partnerdesk/contracts';
import { api } from '../api/api';
import {
  code,
  either,
  flag,
  listOf,
  nullable,
  number,
  oneOf,
  optional,
  record,
  type Shape,
  text,
  word,
} from '../api/shapes';
import { setSession } from '../store/session.slice';

const SESSION = {
  affID: number,
  affRole: code,
  affStatus: number,
  accountStatus: number,
  paymentInfoSet: flag,
  trackID: text,
  emailAddress: text,
  firstName: text,
  permissions: listOf<SessionInfo['permissions'][number]>(word),
  secondFactorDue: optional(flag),
  passwordWeak: optional(flag),
};

/** Success with an account, success with a closed one, or another result. */
const isLoginResponse: Shape<LoginResponse> = either(
  record<{ result: 1 } & SessionInfo>({ result: oneOf(1), ...SESSION }),
  either(
    (value): value is { result: 1; affStatus: number } =>
      record<{ result: 1; affStatus: number }>({ result: oneOf(1), affStatus: number })(value) &&
      !('affRole' in value),
    record<{ result: 2 | 3 }>({ result: oneOf(2, 3) }),
  ),
);

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSession: build.query<SessionResponse, void>({
      query: () => 'session',
      extraOptions: {
        quiet: true,
        expects: record<SessionResponse>({ session: nullable(record<SessionInfo>(SESSION)) }),
      },
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => undefined);
        if (answer) dispatch(setSession(answer.data.session));
      },
    }),
    login: build.mutation<LoginResponse, LoginRequest>({
      query: (body) => ({ url: 'login', method: 'POST', body }),
      extraOptions: { expects: isLoginResponse },
    }),
    logout: build.mutation<unknown, void>({
      query: () => ({ url: 'logout', method: 'POST', body: {} }),
    }),
  }),
});

export const { useGetSessionQuery, useLoginMutation, useLogoutMutation } = sessionApi;
export const { getSession } = sessionApi.endpoints;
