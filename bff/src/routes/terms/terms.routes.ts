import { affiliateTermsCall } from '@partnerdesk/contracts';
import {
  addGroup,
  changeAccountTerms,
  changeGroupTerms,
  readAccountTerms,
  readAffiliateTerms,
  readGroups,
  renameGroup,
  withdrawAccountTerms,
  withdrawGroupTerms,
} from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { checkOrThrow, validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import {
  accountTermsBody,
  accountTermsQuery,
  groupChangePath,
  groupPath,
  groupTermsBody,
  newGroupBody,
  renameBody,
  versionQuery,
  withdrawQuery,
} from './terms.schema';

/** Commission groups, as the office keeps them; every answer is the list as it is then (docs/RULES.md, Terms). */
export const addCommissionGroupRoutes: AddRoutes = (router) => {
  router.get('/commission-groups', async (ctx) => {
    ctx.body = await readGroups();
  });

  router.post('/commission-groups', validBody(newGroupBody), async (ctx) => {
    const { name, rates } = ctx.state.body;
    await addGroup(name, rates, auditedBy(ctx));
    ctx.body = await readGroups();
  });

  router.post('/commission-groups/:groupID/name', validBody(renameBody), async (ctx) => {
    const { groupID } = checkOrThrow(ctx.params, groupPath);
    await renameGroup({ ...ctx.state.body, groupID, by: auditedBy(ctx) });
    ctx.body = await readGroups();
  });

  router.post('/commission-groups/:groupID/terms', validBody(groupTermsBody), async (ctx) => {
    const { groupID } = checkOrThrow(ctx.params, groupPath);
    await changeGroupTerms({ ...ctx.state.body, groupID, by: auditedBy(ctx) });
    ctx.body = await readGroups();
  });

  router.delete('/commission-groups/:groupID/terms/:number', validQuery(versionQuery), async (ctx) => {
    const path = checkOrThrow(ctx.params, groupChangePath);
    await withdrawGroupTerms({ ...path, ...ctx.state.query, by: auditedBy(ctx) });
    ctx.body = await readGroups();
  });
};

/** The terms of one affiliate, for the office and for themselves; a change answers with them as they are then. */
export const addTermsRoutes: AddRoutes = (router) => {
  router.get('/account-terms', validQuery(accountTermsQuery), async (ctx) => {
    ctx.body = await readAccountTerms(ctx.state.query.affID);
  });

  router.post('/account-terms', validBody(accountTermsBody), async (ctx) => {
    await changeAccountTerms({ ...ctx.state.body, by: auditedBy(ctx) });
    ctx.body = await readAccountTerms(ctx.state.body.affID);
  });

  router.delete('/account-terms', validQuery(withdrawQuery), async (ctx) => {
    await withdrawAccountTerms({ ...ctx.state.query, by: auditedBy(ctx) });
    ctx.body = await readAccountTerms(ctx.state.query.affID);
  });

  router.handle(affiliateTermsCall, ({ query }) => readAffiliateTerms(query.affiliateID));
};
