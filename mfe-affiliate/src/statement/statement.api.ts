import { paymentStatementCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

export const { useGetStatementQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.query(
      ask(paymentStatementCall, (query: { payrollID: number; page: number }) => ({ query }), { quiet: true }),
    ),
  }),
});
