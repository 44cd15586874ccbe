import type { RegisterRequest, RegisterResponse } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const registerApi = api.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<RegisterResponse, RegisterRequest>({
      query: (body) => ({ url: 'register', method: 'POST', body }),
      extraOptions: { expects: shape.record<RegisterResponse>({ result: shape.oneOf(0, 1) }) },
    }),
  }),
});

export const { useRegisterMutation } = registerApi;
