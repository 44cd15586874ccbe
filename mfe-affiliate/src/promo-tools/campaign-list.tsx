import type { Campaign } from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  CopyButton,
  DataTable,
  EmptyState,
  Link,
  Panel,
  QueryView,
  singleClick,
  useConfiguration,
} from '@partnerdesk/web';
import { marksText } from '../links/links';
import { useGetCampaignsQuery, useRemoveCampaignMutation } from './campaigns.api';

/** The links that the affiliate has saved, each with its short link. */
export function CampaignList() {
  const query = useGetCampaignsQuery();
  return (
    <Panel title="Campaigns" actions={<Link to="/reports?by=link">Report by campaign</Link>}>
      <QueryView query={query} failure="Your campaigns could not be loaded.">
        {({ campaigns }) =>
          campaigns.length === 0 ? (
            <EmptyState text="Links that you save above are kept here by name, with a short link and a report" />
          ) : (
            <CampaignTable campaigns={campaigns} />
          )
        }
      </QueryView>
    </Panel>
  );
}

function CampaignTable({ campaigns }: { campaigns: readonly Campaign[] }) {
  const { publicUrl } = useConfiguration();
  const [remove, { isLoading }] = useRemoveCampaignMutation();
  const columns: Column<Campaign>[] = [
    { header: 'Campaign', cell: ({ name }) => name, rowHeader: true },
    { header: 'Carries', cell: (campaign) => marksText(campaign) || 'No ids' },
    { header: 'Short link', cell: ({ campaignID }) => <code>{`${publicUrl}/go/${campaignID}`}</code> },
    {
      header: 'Copy',
      cell: ({ campaignID, name }) => (
        <CopyButton text={`${publicUrl}/go/${campaignID}`} what={`short link of ${name}`} />
      ),
      numeric: true,
    },
    {
      header: 'Remove',
      cell: ({ campaignID, name }) => (
        <Button
          size="sm"
          variant="outline-primary"
          aria-label={`Remove ${name}`}
          title="Takes it off this list; its links work on"
          aria-disabled={isLoading}
          onClick={singleClick(() => !isLoading && void remove(campaignID))}
        >
          Remove
        </Button>
      ),
      numeric: true,
    },
  ];
  return (
    <DataTable
      stacked
      caption="Campaigns"
      columns={columns}
      rows={campaigns}
      rowKey={({ campaignID }) => campaignID}
    />
  );
}
