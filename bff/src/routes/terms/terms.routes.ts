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
import type { AddRoutes } from '../route-deps';

/** Commission groups and the terms of one affiliate; a change answers what it has changed (docs/RULES.md, Terms). */
export const addTermsRoutes: AddRoutes = ({ handle }) => {
  handle(commissionGroupsCall, () => readGroups());
  handle(addCommissionGroupCall, ({ body: { name, rates }, by }) =>
    addGroup(name, rates, by).then(readGroups),
  );
  handle(renameCommissionGroupCall, ({ params, body, by }) =>
    renameGroup({ ...body, ...params, by }).then(readGroups),
  );
  handle(changeGroupTermsCall, ({ params, body, by }) =>
    changeGroupTerms({ ...body, ...params, by }).then(readGroups),
  );
  handle(withdrawGroupTermsCall, ({ params, query, by }) =>
    withdrawGroupTerms({ ...params, ...query, by }).then(readGroups),
  );

  handle(accountTermsCall, ({ query }) => readAccountTerms(query.affID));
  handle(changeAccountTermsCall, async ({ body, by }) => {
    await changeAccountTerms({ ...body, by });
    return readAccountTerms(body.affID);
  });
  handle(withdrawAccountTermsCall, async ({ query, by }) => {
    await withdrawAccountTerms({ ...query, by });
    return readAccountTerms(query.affID);
  });

  handle(affiliateTermsCall, ({ query }) => readAffiliateTerms(query.affiliateID));
};
