import { type ContactMessage, sendContactMessageCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

const contactApi = api.injectEndpoints({
  endpoints: (build) => ({
    sendContactMessage: build.mutation(ask(sendContactMessageCall, (body: ContactMessage) => ({ body }))),
  }),
});

export const { useSendContactMessageMutation } = contactApi;
