import type { ContactMessage, Outcome } from '@partnerdesk/contracts';
import { api, isOutcome } from '@partnerdesk/web';

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation<Outcome, ContactMessage>({
      query: (body) => ({ url: 'send-contact-message', method: 'POST', body }),
      extraOptions: { expects: isOutcome },
    }),
  }),
});

export const { useSendContactMessageMutation } = contactApi;
