import {
  accountTermsCall,
  addCommissionGroupCall,
  affiliateTermsCall,
  changeAccountTermsCall,
  changeGroupTermsCall,
  commissionGroupsCall,
  renameCommissionGroupCall,
  withdrawAccountTermsCall,
  withdrawGroupTermsCall,
} from '@partnerdesk/contracts';
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
import type { AddRoutes } from '../route-deps';

/** Commission groups, as the office keeps them; every answer is the list as it is then (docs/RULES.md, Terms). */
export const addCommissionGroupRoutes: AddRoutes = ({ handle }) => {
  handle(commissionGroupsCall, () => readGroups());

  handle(addCommissionGroupCall, async ({ ctx, body: { name, rates } }) => {
    await addGroup(name, rates, auditedBy(ctx));
    return readGroups();
  });

  handle(renameCommissionGroupCall, async ({ ctx, params, body }) => {
    await renameGroup({ ...body, ...params, by: auditedBy(ctx) });
    return readGroups();
  });

  handle(changeGroupTermsCall, async ({ ctx, params, body }) => {
    await changeGroupTerms({ ...body, ...params, by: auditedBy(ctx) });
    return readGroups();
  });

  handle(withdrawGroupTermsCall, async ({ ctx, params, query }) => {
    await withdrawGroupTerms({ ...params, ...query, by: auditedBy(ctx) });
    return readGroups();
  });
};

/** The terms of one affiliate, for the office and for themselves; a change answers with them as they are then. */
export const addTermsRoutes: AddRoutes = ({ handle }) => {
  handle(accountTermsCall, ({ query }) => readAccountTerms(query.affID));

  handle(changeAccountTermsCall, async ({ ctx, body }) => {
    await changeAccountTerms({ ...body, by: auditedBy(ctx) });
    return readAccountTerms(body.affID);
  });

  handle(withdrawAccountTermsCall, async ({ ctx, query }) => {
    await withdrawAccountTerms({ ...query, by: auditedBy(ctx) });
    return readAccountTerms(query.affID);
  });

  handle(affiliateTermsCall, ({ query }) => readAffiliateTerms(query.affiliateID));
};
