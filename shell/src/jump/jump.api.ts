import type { FoundPerson } from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';

const { listOf, number, oneOf, record, text } = shape;

const isFoundPerson = record<FoundPerson>({
  kind: oneOf('affiliate', 'staff', 'member'),
  id: number,
  name: text,
  emailAddress: text,
  status: number,
});

const jumpApi = api.injectEndpoints({
  endpoints: (build) => ({
    findAnyone: build.query<FoundPerson[], string>({
      query: (q) => ({ url: 'find-anyone', params: { q } }),
      extraOptions: { quiet: true, expects: listOf(isFoundPerson) },
    }),
  }),
});

export const { useFindAnyoneQuery } = jumpApi;
