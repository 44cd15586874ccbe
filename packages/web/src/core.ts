/**
 * What holds state or every screen needs at first: in the shell's first load (packages/build/shared.cjs). Nothing in here
 * may import from the rest of this package but by its name.
 */
export { AlertHost } from './alerts/alert-host';
export { useAlerts, useAttempt } from './alerts/use-alerts';
export { api, type CallMeta } from './api/api';
export { type ApiError, isApiError, isConflict, isProofMissing } from './api/api-error';
export { ask, askFile, askLater, type CallOptions } from './api/ask';
export {
  askForProof,
  CONFIRM_TEXT,
  type Confirmation,
  isProofNeeded,
  useConfirmation,
} from './api/confirmation';
export { type Failure, readFailure, refusalOf } from './api/read-failure';
export { Button } from './button';
export { getConfiguration, useConfiguration } from './configuration/configuration';
export * from './formats/formats';
export { mayLeave, useLeaveGuard } from './forms/leave-guard';
export { useGetModerationQueuesQuery } from './moderation/queues.api';
export {
  defineRemote,
  type RemoteExport,
  type RemoteRoute,
  type RemoteScreen,
} from './remotes/remote-export';
export * from './routing/router';
export { Moment, markNavigation, Panel, Screen } from './screen/screen';
export { NARROW, useMedia } from './screen/use-media';
export { getSession, useAffiliateId, useLogoutMutation, useMayOpen, useSession } from './session/use-session';
export { ErrorBoundary } from './states/error-boundary';
export {
  EmptyState,
  ErrorState,
  Loading,
  Motif,
  QueryView,
  type ScreenShape,
  ScreenSkeleton,
  Skeleton,
} from './states/states';
export { readJson, readStored, writeStored } from './storage';
export {
  type Alert,
  type AlertKind,
  dismissAlertsOfOtherScreens,
  dismissDone,
  raiseAlert,
} from './store/alerts.slice';
export { setConfiguration } from './store/configuration.slice';
export {
  type AppStore,
  createAppStore,
  useAppDispatch,
  useAppSelector,
  useAppStore,
} from './store/create-app-store';
export { patchSession, readSessionCopy, type SessionState, setSession } from './store/session.slice';
