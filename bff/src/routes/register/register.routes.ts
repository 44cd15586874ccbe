import { REGISTER_RESULT, type RegisterResponse } from '@partnerdesk/contracts';
import { registerAffiliate } from '@partnerdesk/domain';
import { traceFor } from '../../fraud/trace-for';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { registerBody } from './register.schema';

/** The browser signs in afterwards with the same credentials (docs/PRODUCT.md §4). */
export const addRegisterRoutes: AddRoutes = (router, deps) => {
  router.post(
    '/register',
    deps.limiter.byAddress('registerAddress'),
    validBody(registerBody),
    async (ctx) => {
      const { FirstName, EmailAddress, Password } = ctx.state.body;
      const affID = await registerAffiliate({
        firstName: FirstName,
        emailAddress: EmailAddress,
        password: Password,
      });
      const result = affID === null ? REGISTER_RESULT.emailUsed : REGISTER_RESULT.success;
      if (affID !== null) await traceFor(ctx, deps, affID, 'registration');
      ctx.body = { result } satisfies RegisterResponse;
    },
  );
};
