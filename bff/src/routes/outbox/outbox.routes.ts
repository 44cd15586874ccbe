import { outboxCall } from '@partnerdesk/contracts';
import { listOutbox } from '@partnerdesk/domain';
import { hasOutbox } from '../configuration/configuration.presenter';
import type { AddRoutes } from '../route-deps';
import { presentOutbox } from './outbox.presenter';

const NEWEST = 50;

/** In development without a mail server only: elsewhere the route does not exist. */
export const addOutboxRoutes: AddRoutes = ({ handle }, { env }) => {
  if (!hasOutbox(env)) return;
  handle(outboxCall, async ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    return presentOutbox(await listOutbox(NEWEST));
  });
};
