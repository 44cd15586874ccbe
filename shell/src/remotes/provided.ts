/**
 * What the shell provides to remotes without a use of its own: of what is shared (packages/build/shared.cjs) federation
 * provides only what the shell's build imports somewhere.
 */
export const provided = [() => import('@partnerdesk/web/virtual')];
