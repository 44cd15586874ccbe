import { REGISTER_RESULT, registerCall } from '@partnerdesk/contracts';
import { registerAffiliate } from '@partnerdesk/domain';
import { traceFor } from '../../fraud/trace-for';
import type { AddRoutes } from '../route-deps';

/** The browser signs in afterwards with the same credentials (docs/PRODUCT.md §4). */
export const addRegisterRoutes: AddRoutes = ({ handle }, deps) => {
  handle(
    registerCall,
    async ({ ctx, body }) => {
      const affID = await registerAffiliate({
        firstName: body.FirstName,
        emailAddress: body.EmailAddress,
        password: body.Password,
      });
      if (affID !== null) await traceFor(ctx, deps, affID, 'registration');
      return { result: affID === null ? REGISTER_RESULT.emailUsed : REGISTER_RESULT.success };
    },
    deps.limiter.byAddress('registerAddress'),
  );
};
