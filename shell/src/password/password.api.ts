import type { Outcome } from '@partnerdesk/contracts';
import { api, isOutcome, shape } from '@partnerdesk/web';

const passwordApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A mutation, though docs/PRODUCT.md §7 has it as GET: it sends a mail, so it must neither be cached nor repeated.
    requestRestorePassword: build.mutation<Outcome, string>({
      query: (email) => ({ url: 'send-request-restore-password', params: { email } }),
      extraOptions: { expects: isOutcome },
    }),
    denyChange: build.mutation<Outcome, { Token: string; Restore: boolean }>({
      query: (body) => ({ url: 'not-me', method: 'POST', body }),
      extraOptions: { expects: isOutcome },
    }),
    confirmEmail: build.mutation<Outcome, { Token: string }>({
      query: (body) => ({ url: 'confirm-email', method: 'POST', body }),
      extraOptions: { expects: isOutcome },
    }),
    resetPassword: build.mutation<
      { result: number },
      { Password: string; ConfirmPassword: string; Token: string }
    >({
      query: (passwords) => ({
        url: 'login',
        method: 'POST',
        body: { EmailAddress: '', RememberMe: false, ...passwords },
      }),
      extraOptions: { expects: shape.record<{ result: number }>({ result: shape.number }) },
    }),
  }),
});

export const {
  useConfirmEmailMutation,
  useDenyChangeMutation,
  useRequestRestorePasswordMutation,
  useResetPasswordMutation,
} = passwordApi;
