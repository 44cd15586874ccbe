import { accountFiguresCall, paymentChangesCall, revealNumberCall } from '@partnerdesk/contracts';
import { accountChanges, accountFigures, findAccountOrThrow, revealNumber } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentChanges, presentFigures } from './accounts.presenter';

/** What an account's details show besides its record: its figures, and a hidden number in full. */
export const addAccountDetailsRoutes: AddRoutes = ({ handle }, { limiter }) => {
  handle(accountFiguresCall, async ({ query: { kind, id } }) => {
    await findAccountOrThrow(kind, id);
    return presentFigures(await accountFigures(kind, id));
  });

  handle(paymentChangesCall, async ({ query: { kind, id } }) =>
    presentChanges(await accountChanges(kind, id)),
  );

  handle(revealNumberCall, async ({ ctx, body: { kind, id, field } }) => {
    await limiter.countOrThrow(ctx, 'revealPerson', String(principalOf(ctx).id));
    return { value: await revealNumber(kind, id, field, auditedBy(ctx)) };
  });
};
