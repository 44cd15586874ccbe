import { type ComponentType, lazy } from 'react';

type LoginParts = typeof import('./login-parts');

/** Loads what people sign in with; those who are signed in need none of it. */
export const loadLogin = (): Promise<LoginParts> => import('./login-parts');

/** A part of it, loaded when it is first shown. */
export function lazyLogin<Props>(pick: (parts: LoginParts) => ComponentType<Props>) {
  return lazy(() => loadLogin().then((parts) => ({ default: pick(parts) })));
}
