import type { AdministratorChange } from '@partnerdesk/contracts';
import {
  type Administrator,
  type By,
  closeAdministrator,
  confirmPermissions,
  declinePermissions,
  endAdministratorSessions,
  type Invitation,
  inviteAdministrator,
  inviteAgain,
  listAdministrators,
  reopenAdministrator,
  resetSecondFactor,
  setPermissions,
  storeMail,
} from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import { sendMail } from '../../mail/send-mail';
import type { InputOf } from '../../middleware/joi-types';
import { permit } from '../../middleware/policy';
import { checkOrThrow, validBody } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { mayManageAdministrators } from './administrators.policy';
import { presentAdministrators } from './administrators.presenter';
import { changeBody, changePath, decisionBody, inviteBody, permissionsBody } from './administrators.schema';
import { invitationMail } from './invitation-mail';

/** Who works in the office, and what they may do (docs/RULES.md, Who may enter). */
export const addAdministratorRoutes: AddRoutes = (router, deps) => {
  const allowed = permit(mayManageAdministrators);

  router.get('/administrators', deps.session, allowed, async (ctx) => {
    ctx.body = await presentAdministrators(await listAdministrators(), principalOf(ctx));
  });

  router.post('/administrators', deps.session, allowed, validBody(inviteBody), async (ctx) => {
    const invitation = await inviteAdministrator(ctx.state.body, auditedBy(ctx));
    const invited = await mailInvitation(deps, invitation);
    [ctx.body] = await presentAdministrators([invited], principalOf(ctx));
  });

  router.post(
    '/administrators/:adminID/:change',
    deps.session,
    allowed,
    validBody(changeBody),
    async (ctx) => {
      const { adminID, change } = checkOrThrow(ctx.params, changePath);
      const changed = await CHANGES[change]({ adminID, body: ctx.state.body, by: auditedBy(ctx), deps });
      [ctx.body] = await presentAdministrators([changed], principalOf(ctx));
    },
  );
};

interface ChangeInput {
  adminID: number;
  body: InputOf<typeof changeBody>;
  by: By;
  deps: RouteDeps;
}

const CHANGES: Record<AdministratorChange, (input: ChangeInput) => Promise<Administrator>> = {
  permissions: ({ adminID, body, by }) =>
    setPermissions(adminID, checkOrThrow(body, permissionsBody).permissions, by),
  'confirm-permissions': ({ adminID, body, by }) =>
    confirmPermissions(adminID, checkOrThrow(body, decisionBody).requestID, by),
  'decline-permissions': ({ adminID, body, by }) =>
    declinePermissions(adminID, checkOrThrow(body, decisionBody).requestID, by),
  close: ({ adminID, by }) => closeAdministrator(adminID, by),
  reopen: ({ adminID, by }) => reopenAdministrator(adminID, by),
  'end-sessions': ({ adminID, by }) => endAdministratorSessions(adminID, by),
  'reset-second-factor': ({ adminID, by }) => resetSecondFactor(adminID, by),
  'invite-again': async ({ adminID, by, deps }) => mailInvitation(deps, await inviteAgain(adminID, by)),
};

async function mailInvitation({ env, queues }: RouteDeps, invitation: Invitation): Promise<Administrator> {
  await sendMail(queues.mail, await storeMail(invitationMail(invitation, env.publicUrl)));
  return invitation.administrator;
}
