/** Everything around signing in: one chunk, which visitors load with the page. */
export { ConfirmEmailScreen } from '../password/confirm-email-screen';
export { NotMeScreen } from '../password/not-me-screen';
export { RestorePasswordScreen } from '../password/restore-password-screen';
export { UpdatePasswordScreen } from '../password/update-password-screen';
export { HeaderLogin } from './header-login';
export { LoginAgain } from './login-again';
export { LoginScreen } from './login-screen';
