/** What shell and remotes write their screens with. What stands in this file itself goes into each screen's own code. */

export * from '@partnerdesk/web/core';
export {
  CheckField,
  ConfirmDialog,
  DateField,
  Dialog,
  type FieldTexts,
  FilterSheet,
  Form,
  type FormProblem,
  FormScreen,
  type FormState,
  isChallenge,
  NewPasswordFields,
  NO_PERIOD,
  PeriodBar,
  PeriodFields,
  type PeriodValues,
  RadioField,
  REQUIRED_TEXT,
  readPeriod,
  requireEmail,
  requireFields,
  SelectField,
  SubmitButton,
  solveCaptcha,
  TextAreaField,
  TextField,
  useAskedParams,
  useForm,
  useLogin,
  useModalDialog,
  useOpening,
  usePeriod,
} from '@partnerdesk/web/kit';
export { Avatar } from './avatar/avatar';
export { Badge, type BadgeTone } from './badges/badge';
export { ConfirmationHost } from './confirmation/confirmation-host';
export { CodeBlock, CopyButton, CopyLine } from './content/copy-button';
export { type Fact, Facts } from './content/facts';
export { HtmlBlock } from './content/html-block';
export { EntriesDialog, type OpenedEntries } from './entries/entries-dialog';
export { useConfirmedDownload } from './files/confirmed-download';
export { downloadText, saveUrl } from './files/download-text';
export { daysAgo, formatAge, formatMonth, formatRange } from './formats/times';
export { comparisonOf } from './forms/period-values';
export { useShownPeriod } from './forms/shown-period';
export { useChangedDays, useOwnChanges } from './live/use-changed-days';
export { useQueueChanges } from './live/use-queue-changes';
export { PaymentChangesView } from './payment-changes/payment-changes';
export { singleClick } from './single-click';
export type { Column, TableSort } from './tables/cells';
export { DataTable } from './tables/data-table';
export { Pager } from './tables/pager';
export { applyTheme, ThemeToggle } from './theme/theme';
