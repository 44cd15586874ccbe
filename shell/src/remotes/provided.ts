/** Shared for remotes only (packages/build/shared.cjs): federation provides what the shell imports somewhere. */
export const provided = [() => import('@partnerdesk/web/virtual')];
