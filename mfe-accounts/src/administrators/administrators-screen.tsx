import { type AdministratorRow, PERMISSIONS } from '@partnerdesk/contracts';
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Moment,
  Panel,
  QueryView,
  Screen,
} from '@partnerdesk/web';
import { useState } from 'react';
import '../accounts.css';
import { EditDialog, InviteDialog, textOf } from './administrator-dialogs';
import { isOpen, useGetAdministratorsQuery } from './administrators.api';

/** Who works in the office and what they may do (docs/RULES.md, Who may enter). */
export function AdministratorsScreen() {
  const query = useGetAdministratorsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<number | 'invitation'>();
  const close = () => setOpen(undefined);
  const opened = query.data?.find(({ adminID }) => adminID === open);
  return (
    <Screen
      title="Administrators"
      lead="Who works in the office, and what they may do. What moves money takes two managers."
      actions={<Button onClick={() => setOpen('invitation')}>Invite administrator</Button>}
    >
      <Panel className="acc-administrators">
        <QueryView query={query} failure="The administrators could not be loaded.">
          {(rows) => (
            <>
              {rows[0]?.alone && (
                <p className="pd-panel-muted">
                  You alone manage administrators: what you give counts at once. Invite a second manager, so
                  that nobody gives by themselves what moves money.
                </p>
              )}
              <AdministratorTable rows={rows} onOpen={setOpen} />
            </>
          )}
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
  if (rows.length === 0) return <EmptyState text="Nobody has been invited yet." />;
  const columns: Column<AdministratorRow>[] = [
    {
      header: 'Email',
      rowHeader: true,
      cell: ({ adminID, emailAddress }) => (
        <Button variant="link" size="sm" className="acc-link p-0" onClick={() => onOpen(adminID)}>
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
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Moment at={lastSignInAt} /> : 'never'),
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

function permissionsText({ permissions }: AdministratorRow): string {
  if (PERMISSIONS.every((each) => permissions.includes(each))) return 'All of the office';
  return textOf(permissions);
}

function AdministratorStatus({ row }: { row: AdministratorRow }) {
  if (!isOpen(row)) return <Badge tone="bad">Closed</Badge>;
  return (
    <>
      {row.invited ? <Badge tone="caution">Invited</Badge> : <Badge tone="good">Open</Badge>}
      {row.pending && (
        <>
          {' '}
          <Badge tone="caution">To be confirmed</Badge>
        </>
      )}
    </>
  );
}
