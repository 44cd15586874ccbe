import { useAppSelector } from '@partnerdesk/web';
import { type ComponentType, lazy } from 'react';

type LoginParts = typeof import('./login-parts');

/** Loads what people sign in with; those who are signed in need none of it. */
export const loadLogin = (): Promise<LoginParts> => import('./login-parts');

/** A part of it, loaded when it is first shown. */
export function lazyLogin<Props>(pick: (parts: LoginParts) => ComponentType<Props>) {
  return lazy(() => loadLogin().then((parts) => ({ default: pick(parts) })));
}

const LoginAgain = lazyLogin(({ LoginAgain }) => LoginAgain);

/** The session ended while a screen was open: sign in again over it, so that nothing typed on it is lost. */
export function SessionExpired() {
  const { person, expired } = useAppSelector((state) => state.session);
  return expired && person ? <LoginAgain emailAddress={person.emailAddress} /> : null;
}
