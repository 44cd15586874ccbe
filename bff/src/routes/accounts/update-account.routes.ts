import {
  ACCOUNT_KINDS,
  ACCOUNT_WIRE,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  AppError,
} from '@partnerdesk/contracts';
import { type EditOutcome, editAccount, orderTerms, setAffiliateStatus } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { sendMails } from '../../mail/send-mail';
import { permit } from '../../middleware/policy';
import { readJson } from '../../middleware/read-body';
import { checkOrThrow, validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayUseAccounts } from './accounts.policy';
import { presentAccount, presentConflict } from './accounts.presenter';
import { type SentRecord, updateBody, updateQuery, updateStatusBody } from './update-account.schema';

/** POST /update-…?updateType= for each kind, and the approving and closing of affiliates. */
export const addUpdateAccountRoutes: AddRoutes = (router, deps) => {
  for (const kind of ACCOUNT_KINDS) addKind(router, deps, kind);

  router.post(
    '/update-affiliate-status',
    deps.session,
    permit(mayUseAccounts),
    validBody(updateStatusBody),
    async (ctx) => {
      const sent = ctx.state.body;
      ctx.body = savedOrThrow('affiliate', sent, await setAffiliateStatus({ ...sent, by: auditedBy(ctx) }));
    },
  );
};

function addKind(
  ...[router, { session, queues, proofs }, kind]: [...Parameters<AddRoutes>, AccountKind]
): void {
  const { id, update } = ACCOUNT_WIRE[kind];
  router.post(`/${update}`, session, permit(mayUseAccounts), validQuery(updateQuery(kind)), async (ctx) => {
    const { updateType } = ctx.state.query;
    // What the body is checked for depends on the section.
    const sent = checkOrThrow(await readJson(ctx), updateBody(kind, updateType));
    const outcome = await editAccount({
      kind,
      id: Number(sent[id]),
      updateType,
      version: sent.version,
      values: { ...sent, achAccountType: accountTypeOf(sent) },
      by: auditedBy(ctx),
      confirm: () => proofs.confirmedOrThrow(ctx, 'second-factor'),
    });
    if (outcome.outcome === 'saved') {
      await sendMails(queues.mail, outcome.mailIDs);
      if (outcome.termsChange) await orderTerms({ affID: Number(sent[id]) }, outcome.termsChange);
    }
    ctx.body = savedOrThrow(kind, sent, outcome);
  });
}

/** The account type's id: the text follows it, and stands in for it where it is missing (docs/PRODUCT.md §4). */
function accountTypeOf({ achAccountTypeID, achAccountType }: SentRecord): number | undefined {
  if (typeof achAccountTypeID === 'number') return achAccountTypeID;
  const found = Object.entries(ACH_ACCOUNT_TYPE_TEXT).find(([, text]) => text === achAccountType);
  return found && Number(found[0]);
}

/** @throws AppError conflict with what differs, when somebody has saved since */
function savedOrThrow<Kind extends AccountKind>(
  kind: Kind,
  sent: object,
  { outcome, account }: EditOutcome<Kind>,
) {
  if (outcome === 'saved') return presentAccount(kind, account);
  const details = presentConflict(kind, sent, account);
  const text = 'Somebody else has changed this record meanwhile. Nothing was saved.';
  throw new AppError('conflict', text, undefined, details);
}
