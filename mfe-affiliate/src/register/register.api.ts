import type { RegisterRequest, RegisterResponse } from '@partnerdesk/contracts';
import { api } from '@partnerdesk/web';

const registerApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<RegisterResponse, RegisterRequest>({
      query: (body) => ({ url: 'register', method: 'POST', body }),
    }),
  }),
});

export const { useRegisterMutation } = registerApi;
