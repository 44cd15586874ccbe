import {
  ACCOUNT_KIND_NAMES,
  ACCOUNT_KINDS,
  ACH_ACCOUNT_TYPE_TEXT,
  type AccountKind,
  AppError,
  type SentRecord,
  UPDATE_CALLS,
  updateAffiliateStatusCall,
} from '@partnerdesk/contracts';
import { type EditOutcome, editAccount, orderTerms, setAffiliateStatus } from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { sendMails } from '../../mail/send-mail';
import type { AddRoutes } from '../route-deps';
import { presentAccount, presentConflict } from './accounts.presenter';

/** POST /update-…?updateType= for each kind, and the approving and closing of affiliates. */
export const addUpdateAccountRoutes: AddRoutes = ({ handle }, { queues, proofs }) => {
  for (const kind of ACCOUNT_KIND_NAMES) {
    const { id } = ACCOUNT_KINDS[kind];
    handle(UPDATE_CALLS[kind], async ({ ctx, query: { updateType }, body: sent }) => {
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
      return savedOrThrow(kind, sent, outcome);
    });
  }

  handle(updateAffiliateStatusCall, async ({ ctx, body }) =>
    savedOrThrow('affiliate', body, await setAffiliateStatus({ ...body, by: auditedBy(ctx) })),
  );
};

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
