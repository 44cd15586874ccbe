import { listOutbox } from '@partnerdesk/domain';
import { hasOutbox, OUTBOX_PATH } from '../configuration/configuration.presenter';
import type { AddRoutes } from '../route-deps';
import { presentOutbox } from './outbox.presenter';

const NEWEST = 50;

/** In development without a mail server only: elsewhere the route does not exist. */
export const addOutboxRoutes: AddRoutes = (router, { env }) => {
  if (!hasOutbox(env)) return;
  router.get(OUTBOX_PATH, async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    ctx.type = 'html';
    ctx.body = presentOutbox(await listOutbox(NEWEST));
  });
};
