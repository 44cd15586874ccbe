import {
  confirmEmailCall,
  loginCall,
  notMeCall,
  requestRestorePasswordCall,
  resetAnswer,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const passwordApi = api.injectEndpoints({
  endpoints: (build) => ({
    // A mutation, though docs/PRODUCT.md §7 has it as GET: it sends a mail, so it must neither be cached nor repeated.
    requestRestorePassword: build.mutation(
      ask(requestRestorePasswordCall, (email: string) => ({ query: { email } })),
    ),
    denyChange: build.mutation(ask(notMeCall, (body: { Token: string; Restore: boolean }) => ({ body }))),
    confirmEmail: build.mutation(ask(confirmEmailCall, (body: { Token: string }) => ({ body }))),
    resetPassword: build.mutation({
      ...ask(loginCall, (passwords: { Password: string; ConfirmPassword: string; Token: string }) => ({
        body: { EmailAddress: '', RememberMe: false, ...passwords },
      })),
      extraOptions: { answer: resetAnswer },
    }),
  }),
});

export const {
  useConfirmEmailMutation,
  useDenyChangeMutation,
  useRequestRestorePasswordMutation,
  useResetPasswordMutation,
} = passwordApi;
