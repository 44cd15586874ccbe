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

/**
 * Commission groups, as the office keeps them, and the terms of one affiliate, for the office and for themselves; a change
 * answers with what it has changed, as it is then (docs/RULES.md, Terms).
 */
export const addTermsRoutes: AddRoutes = ({ handle }) => {
  handle(commissionGroupsCall, () => readGroups());
  handle(addCommissionGroupCall, ({ ctx, body: { name, rates } }) =>
    addGroup(name, rates, auditedBy(ctx)).then(readGroups),
  );
  handle(renameCommissionGroupCall, ({ ctx, params, body }) =>
    renameGroup({ ...body, ...params, by: auditedBy(ctx) }).then(readGroups),
  );
  handle(changeGroupTermsCall, ({ ctx, params, body }) =>
    changeGroupTerms({ ...body, ...params, by: auditedBy(ctx) }).then(readGroups),
  );
  handle(withdrawGroupTermsCall, ({ ctx, params, query }) =>
    withdrawGroupTerms({ ...params, ...query, by: auditedBy(ctx) }).then(readGroups),
  );

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
