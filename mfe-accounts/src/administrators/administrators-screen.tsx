import { type AdministratorRow, PERMISSION_TEXT, PERMISSIONS } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  formatMoment,
  Panel,
  QueryView,
  Screen,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import '../accounts.css';
import { isOpen, useGetAdministratorsQuery } from './administrators.api';
import { EditDialog } from './edit-dialog';
import { InviteDialog } from './invite-dialog';

/** Who works in the office and what they may do (docs/RULES.md, Who may enter). */
export function AdministratorsScreen() {
  const query = useGetAdministratorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<number | 'invitation'>();
  const close = () => setOpen(undefined);
  const opened = query.data?.find(({ adminID }) => adminID === open);
  return (
    <Screen
      title="Administrators"
      lead="Who works in the office, and what they may do. Changes count at once."
      actions={<Button onClick={() => setOpen('invitation')}>Invite administrator</Button>}
    >
      <Panel>
        <QueryView query={query} failure="The administrators could not be loaded.">
          {(rows) => <AdministratorTable rows={rows} onOpen={setOpen} />}
        </QueryView>
      </Panel>
      {open === 'invitation' && <InviteDialog onClose={close} />}
      {opened && <EditDialog key={opened.adminID} administrator={opened} onClose={close} />}
    </Screen>
  );
}

interface AdministratorTableProps {
  rows: readonly AdministratorRow[];
  onOpen: (adminID: number) => void;
}

function AdministratorTable({ rows, onOpen }: AdministratorTableProps) {
  const { businessTimezone } = useConfiguration();
  if (rows.length === 0) return <EmptyState text="Nobody has been invited yet." />;
  const columns: Column<AdministratorRow>[] = [
    {
      header: 'Email',
      rowHeader: true,
      cell: ({ adminID, emailAddress }) => (
        <Button variant="link" size="sm" className="p-0" onClick={() => onOpen(adminID)}>
          {emailAddress}
        </Button>
      ),
    },
    { header: 'Name', cell: ({ firstName }) => firstName },
    { header: 'Permissions', cell: permissionsText, className: 'pd-words' },
    { header: 'Status', cell: (row) => <AdministratorStatus row={row} /> },
    { header: 'Second factor', cell: ({ secondFactor }) => (secondFactor ? 'yes' : 'no') },
    {
      header: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? formatMoment(lastSignInAt, businessTimezone) : 'never'),
    },
  ];
  return (
    <DataTable
      stacked
      caption="Administrators"
      columns={columns}
      rows={rows}
      rowKey={({ adminID }) => adminID}
      onRow={({ adminID }) => onOpen(adminID)}
    />
  );
}

/** What somebody may do, in words. */
function permissionsText({ permissions }: AdministratorRow): string {
  if (PERMISSIONS.every((each) => permissions.includes(each))) return 'All of the office';
  return permissions.map((each) => PERMISSION_TEXT[each]).join('; ') || 'none';
}

function AdministratorStatus({ row }: { row: AdministratorRow }) {
  if (!isOpen(row)) return <Badge tone="bad">Closed</Badge>;
  return row.invited ? <Badge tone="caution">Invited</Badge> : <Badge tone="good">Open</Badge>;
}
