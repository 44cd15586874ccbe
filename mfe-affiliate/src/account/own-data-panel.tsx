import { Button, Panel, saveUrl, useAffiliateId } from '@partnerdesk/web';
import { useExportOwnDataMutation } from './account.api';

/** Everything that is stored about the affiliate, as a file (docs/RULES.md, Personal data). */
export function OwnDataPanel() {
  const affiliateID = useAffiliateId();
  const [exportData, { isLoading }] = useExportOwnDataMutation();
  const save = async () => {
    const file = await exportData();
    if (file.data) saveUrl(`personal-data-affiliate-${affiliateID}.ndjson`, file.data);
  };
  return (
    <Panel title="Your Data">
      <p className="pd-panel-muted">
        Everything that is stored about you as one file, a record a line. To have your data erased, write to
        us.
      </p>
      <Button variant="outline-primary" aria-disabled={isLoading} onClick={() => !isLoading && save()}>
        Download my data
      </Button>
    </Panel>
  );
}
