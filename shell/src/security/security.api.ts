import {
  addPasskeyCall,
  confirmTotpCall,
  type DigestSetting,
  dailyDigestCall,
  endOtherSessionsCall,
  endSessionCall,
  type PasskeyAnswer,
  passkeyOptionsCall,
  removePasskeyCall,
  removeTotpCall,
  renewRecoveryCodesCall,
  saveDailyDigestCall,
  secondFactorCall,
  sessionsCall,
  startTotpCall,
} from '@partnerdesk/contracts';
import { api, ask, getSession } from '@partnerdesk/web';

const quiet = { quiet: true };
const ofId = (id: string) => ({ params: { id } });

const securityApi = api.enhanceEndpoints({ addTagTypes: ['SecondFactor', 'Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    getSecondFactor: build.query({ ...ask(secondFactorCall), providesTags: ['SecondFactor'] }),
    startTotp: build.mutation(ask(startTotpCall)),
    /** Quiet: the form says what went wrong. */
    confirmTotp: build.mutation({
      ...ask(confirmTotpCall, (body: { Code: string }) => ({ body }), quiet),
      invalidatesTags: (_result, error) => (error ? [] : ['SecondFactor']),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        if (await queryFulfilled.catch(() => undefined)) readSessionAgain(dispatch);
      },
    }),
    getPasskeyOptions: build.mutation(ask(passkeyOptionsCall)),
    addPasskey: build.mutation({
      ...ask(addPasskeyCall, (body: { name: string; response: PasskeyAnswer }) => ({ body }), quiet),
      invalidatesTags: (_result, error) => (error ? [] : ['SecondFactor']),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        if (await queryFulfilled.catch(() => undefined)) readSessionAgain(dispatch);
      },
    }),
    removeTotp: build.mutation({ ...ask(removeTotpCall), invalidatesTags: ['SecondFactor'] }),
    removePasskey: build.mutation({ ...ask(removePasskeyCall, ofId), invalidatesTags: ['SecondFactor'] }),
    renewRecoveryCodes: build.mutation({
      ...ask(renewRecoveryCodesCall),
      invalidatesTags: ['SecondFactor'],
    }),
    getSessions: build.query({ ...ask(sessionsCall), providesTags: ['Sessions'] }),
    endSession: build.mutation({ ...ask(endSessionCall, ofId), invalidatesTags: ['Sessions'] }),
    getDailyDigest: build.query(ask(dailyDigestCall)),
    saveDailyDigest: build.mutation(ask(saveDailyDigestCall, (body: DigestSetting) => ({ body }))),
    endOtherSessions: build.mutation({ ...ask(endOtherSessionsCall), invalidatesTags: ['Sessions'] }),
  }),
});

/** What the person may do may depend on the second factor. */
function readSessionAgain(dispatch: (action: never) => unknown): void {
  dispatch(getSession.initiate(undefined, { forceRefetch: true }) as never);
}

export const {
  useGetSecondFactorQuery,
  useStartTotpMutation,
  useConfirmTotpMutation,
  useGetPasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useRemoveTotpMutation,
  useRenewRecoveryCodesMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useGetDailyDigestQuery,
  useSaveDailyDigestMutation,
} = securityApi;
