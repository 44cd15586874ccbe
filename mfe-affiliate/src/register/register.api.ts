import { type RegisterRequest, registerCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const registerApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation(ask(registerCall, (body: RegisterRequest) => ({ body }))),
  }),
});

export const { useRegisterMutation } = registerApi;
