/** Forms and dialogs: a chunk of the shell's, beside that of the first screen with a form (packages/build/shared.cjs). */
export { isChallenge, solveCaptcha } from './captcha/solve-captcha';
export { ConfirmationDialog } from './confirmation/confirmation-dialog';
export { ConfirmDialog } from './dialogs/confirm-dialog';
export { Dialog, useModalDialog } from './dialogs/dialog';
export { FilterSheet } from './dialogs/filter-sheet';
export { DateField } from './forms/date-field';
export {
  CheckField,
  Form,
  RadioField,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from './forms/fields';
export { FormScreen } from './forms/form-screen';
export { NewPasswordFields } from './forms/new-password-fields';
export { onOutside } from './forms/on-outside';
export { PeriodBar, PeriodFields, usePeriod } from './forms/period-fields';
export { useAskedParams } from './forms/period-params';
export { NO_PERIOD, type PeriodValues, readPeriod } from './forms/period-values';
export * from './forms/rules';
export * from './forms/use-form';
export { useOpening } from './routing/use-opening';
export { useLogin } from './session/use-login';
