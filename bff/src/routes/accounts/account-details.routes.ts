import { accountChanges, accountFigures, findAccountOrThrow, revealNumber } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { accountQuery, payeeQuery, revealBody } from './account-details.schema';
import { mayUseAccounts } from './accounts.policy';
import { presentChanges, presentFigures } from './accounts.presenter';

/** What an account's details show besides its record: its figures, and a hidden number in full. */
export const addAccountDetailsRoutes: AddRoutes = (router, { session, limiter }) => {
  const allowed = permit(mayUseAccounts);

  router.get('/account-figures', session, allowed, validQuery(accountQuery), async (ctx) => {
    const { kind, id } = ctx.state.query;
    await findAccountOrThrow(kind, id);
    ctx.body = presentFigures(await accountFigures(kind, id));
  });

  router.get('/payment-changes', session, allowed, validQuery(payeeQuery), async (ctx) => {
    const { kind, id } = ctx.state.query;
    ctx.body = presentChanges(await accountChanges(kind, id));
  });

  router.post('/reveal-number', session, allowed, validBody(revealBody), async (ctx) => {
    const { kind, id, field } = ctx.state.body;
    await limiter.countOrThrow(ctx, 'revealPerson', String(principalOf(ctx).id));
    ctx.body = { value: await revealNumber(kind, id, field, auditedBy(ctx)) };
  });
};
