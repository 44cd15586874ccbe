import { REGISTER_RESULT, type RegisterResponse } from '@partnerdesk/contracts';
import { registerAffiliate } from '@partnerdesk/domain';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { registerBody } from './register.schema';

/** The browser signs in afterwards with the same credentials (docs/PRODUCT.md §4). */
export const addRegisterRoutes: AddRoutes = (router, { limiter }) => {
  router.post('/register', limiter.byAddress('registerAddress'), validBody(registerBody), async (ctx) => {
    const { FirstName, EmailAddress, Password } = ctx.state.body;
    const affID = await registerAffiliate({
      firstName: FirstName,
      emailAddress: EmailAddress,
      password: Password,
    });
    const result = affID === null ? REGISTER_RESULT.emailUsed : REGISTER_RESULT.success;
    ctx.body = { result } satisfies RegisterResponse;
  });
};
