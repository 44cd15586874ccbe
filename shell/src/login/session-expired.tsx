import { useAppSelector } from '@partnerdesk/web';
import { lazyLogin } from './lazy-login';

const LoginAgain = lazyLogin(({ LoginAgain }) => LoginAgain);

/** The session ended while a screen was open: sign in again over it, so that nothing typed on it is lost. */
export function SessionExpired() {
  const { person, expired } = useAppSelector((state) => state.session);
  return expired && person ? <LoginAgain emailAddress={person.emailAddress} /> : null;
}
