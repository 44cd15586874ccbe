export { AlertHost } from './alerts/alert-host';
export { useAlerts } from './alerts/use-alerts';
export { useAttempt } from './alerts/use-attempt';
export { api } from './api/api';
export { type ApiError, type ApiErrorCode, isApiError } from './api/api-error';
export type { CallMeta, CallOptions } from './api/base-query';
export { type Failure, isOutcome, readFailure, refusalOf } from './api/read-failure';
export type { Shape } from './api/shapes';
export * as shape from './api/shapes';
export { Avatar } from './avatar/avatar';
export { Badge, type BadgeTone } from './badges/badge';
export * from './bootstrap';
export { getConfiguration } from './configuration/configuration.api';
export { useConfiguration } from './configuration/use-configuration';
export { ConfirmationHost } from './confirmation/confirmation-dialog';
export { CodeBlock } from './content/code-block';
export { CopyButton, CopyLine } from './content/copy-button';
export { HtmlBlock } from './content/html-block';
export { ConfirmDialog } from './dialogs/confirm-dialog';
export { Dialog } from './dialogs/dialog';
export { useModalDialog } from './dialogs/use-modal-dialog';
export { isPayrollEntry } from './entries/entries.api';
export { EntriesDialog, type OpenedEntries } from './entries/entries-dialog';
export { downloadText, saveUrl } from './files/download-text';
export { fileCall } from './files/file-call';
export * from './formats/formats';
export { DateField } from './forms/date-field';
export {
  CheckField,
  Form,
  type Option,
  RadioField,
  SelectField,
  SubmitButton,
  TextAreaField,
  TextField,
} from './forms/fields';
export { FormScreen } from './forms/form-screen';
export { mayLeave, useLeaveGuard } from './forms/leave-guard';
export { MoneyField, readAmount } from './forms/money-field';
export { NewPasswordFields } from './forms/new-password-fields';
export { PeriodFields, PresetButtons, usePeriod } from './forms/period-fields';
export { readPeriod, useAskedParams } from './forms/period-params';
export { NO_PERIOD, type PeriodValues } from './forms/period-values';
export * from './forms/rules';
export * from './forms/use-form';
export { useChangedDays } from './live/use-changed-days';
export { isModerationQueues, useGetModerationQueuesQuery } from './moderation/queues.api';
export * from './redux';
export { defineRemote, type RemoteExport, type RemoteRoute } from './remotes/remote-export';
export * from './router';
export { isFirstPage, markNavigation } from './screen/arrival';
export { Panel, Screen } from './screen/screen';
export { useTitle } from './screen/use-title';
export { getSession, useLogoutMutation } from './session/session.api';
export { type LoginOutcome, useLogin } from './session/use-login';
export { useAffiliateId, useSession } from './session/use-session';
export { ErrorBoundary } from './states/error-boundary';
export { QueryView } from './states/query-view';
export { EmptyState, ErrorState, Loading } from './states/states';
export {
  type Alert,
  type AlertKind,
  clearAlerts,
  dismissAlertsOfOtherScreens,
  raiseAlert,
} from './store/alerts.slice';
export { setConfiguration } from './store/configuration.slice';
export {
  type AppDispatch,
  type AppState,
  type AppStore,
  createAppStore,
  rootReducer,
} from './store/create-app-store';
export { useAppDispatch, useAppSelector, useAppStore } from './store/hooks';
export { patchSession, type SessionState, setSession } from './store/session.slice';
export { readSessionCopy, SESSION_COPY_KEY } from './store/session-copy';
export type { Column, TableSort } from './tables/column';
export { DataTable } from './tables/data-table';
export { Pager } from './tables/pager';
export { applyTheme } from './theme/theme';
export { ThemeToggle } from './theme/theme-toggle';
export { offerUndo, withdrawUndo } from './toasts/undo';
export { UndoHost } from './toasts/undo-host';
