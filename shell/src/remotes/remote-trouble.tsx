import { Button, ErrorState, Panel, Screen } from '@partnerdesk/web';

interface RemoteTroubleProps {
  onRetry: () => void;
  /** What hangs in this page stays in it: a new page helps then. */
  offerReload?: boolean;
}

const TROUBLE = 'This part of the site cannot be shown right now. Everything else works as usual.';
export const UNREACHABLE = 'The site cannot be reached right now.';

/** Stands in for a screen that could not be loaded or has broken. */
export function RemoteTrouble({ onRetry, offerReload }: RemoteTroubleProps) {
  return (
    <Screen title="Screen not available" narrow>
      <Panel>
        <ErrorState text={navigator.onLine ? TROUBLE : UNREACHABLE} onRetry={onRetry}>
          {offerReload && (
            <Button variant="outline-primary" size="sm" onClick={() => location.reload()}>
              Reload the page
            </Button>
          )}
        </ErrorState>
      </Panel>
    </Screen>
  );
}
