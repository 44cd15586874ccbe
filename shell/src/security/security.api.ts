import type {
  DigestSetting,
  FactorAdded,
  PasskeyInfo,
  SecondFactorInfo,
  SessionRow,
  TotpSetup,
} from '@partnerdesk/contracts';
import { api, getSession, shape } from '@partnerdesk/web';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';

const { anything, flag, listOf, nullable, number, record, text } = shape;

const isInfo = record<SecondFactorInfo>({
  totp: flag,
  passkeys: listOf(
    record<PasskeyInfo>({ id: text, name: text, createdAt: text, lastUsedAt: nullable(text) }),
  ),
  recoveryCodesLeft: number,
  required: flag,
});
const isAdded = record<FactorAdded>({ recoveryCodes: listOf(text) });
const isSession = record<SessionRow>({
  id: text,
  current: flag,
  device: text,
  place: text,
  startedAt: text,
  lastSeenAt: text,
});
const isDigest = record<DigestSetting>({ on: flag });
const isOptions = record<{ challenge: string }>({ challenge: text }) as (
  value: unknown,
) => value is PublicKeyCredentialCreationOptionsJSON;

const securityApi = api.enhanceEndpoints({ addTagTypes: ['SecondFactor', 'Sessions'] }).injectEndpoints({
  endpoints: (build) => ({
    getSecondFactor: build.query<SecondFactorInfo, void>({
      query: () => 'second-factor',
      extraOptions: { expects: isInfo },
      providesTags: ['SecondFactor'],
    }),
    startTotp: build.mutation<TotpSetup, void>({
      query: () => ({ url: 'second-factor/totp', method: 'POST', body: {} }),
      extraOptions: { expects: record<TotpSetup>({ secret: text, uri: text }) },
    }),
    /** Quiet: the form says what went wrong. */
    confirmTotp: build.mutation<FactorAdded, { Code: string }>({
      query: (body) => ({ url: 'second-factor/totp/code', method: 'POST', body }),
      extraOptions: { quiet: true, expects: isAdded },
      invalidatesTags: (_result, error) => (error ? [] : ['SecondFactor']),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        if (await queryFulfilled.catch(() => undefined)) readSessionAgain(dispatch);
      },
    }),
    getPasskeyOptions: build.mutation<PublicKeyCredentialCreationOptionsJSON, void>({
      query: () => 'second-factor/passkey-options',
      extraOptions: { expects: isOptions },
    }),
    addPasskey: build.mutation<FactorAdded, { name: string; response: unknown }>({
      query: (body) => ({ url: 'second-factor/passkeys', method: 'POST', body }),
      extraOptions: { quiet: true, expects: isAdded },
      invalidatesTags: (_result, error) => (error ? [] : ['SecondFactor']),
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        if (await queryFulfilled.catch(() => undefined)) readSessionAgain(dispatch);
      },
    }),
    /** `totp`, or `passkeys/{id}`. */
    removeFactor: build.mutation<SecondFactorInfo, string>({
      query: (factor) => ({ url: `second-factor/${factor}`, method: 'DELETE' }),
      extraOptions: { expects: isInfo },
      invalidatesTags: ['SecondFactor'],
    }),
    renewRecoveryCodes: build.mutation<FactorAdded, void>({
      query: () => ({ url: 'second-factor/recovery-codes', method: 'POST', body: {} }),
      extraOptions: { expects: isAdded },
      invalidatesTags: ['SecondFactor'],
    }),
    getSessions: build.query<SessionRow[], void>({
      query: () => 'sessions',
      extraOptions: { expects: listOf(isSession) },
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `sessions/${id}`, method: 'DELETE' }),
      extraOptions: { expects: anything },
      invalidatesTags: ['Sessions'],
    }),
    getDailyDigest: build.query<DigestSetting, void>({
      query: () => 'daily-digest',
      extraOptions: { expects: isDigest },
    }),
    saveDailyDigest: build.mutation<DigestSetting, DigestSetting>({
      query: (body) => ({ url: 'daily-digest', method: 'POST', body }),
      extraOptions: { expects: isDigest },
    }),
    endOtherSessions: build.mutation<unknown, void>({
      query: () => ({ url: 'end-other-sessions', method: 'POST', body: {} }),
      extraOptions: { expects: anything },
      invalidatesTags: ['Sessions'],
    }),
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
  useRemoveFactorMutation,
  useRenewRecoveryCodesMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useGetDailyDigestQuery,
  useSaveDailyDigestMutation,
} = securityApi;
