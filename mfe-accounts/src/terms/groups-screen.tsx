import { type CommissionGroupRow, ratesText } from '@partnerdesk/contracts';
import { Button, type Column, DataTable, EmptyState, Panel, QueryView, Screen } from '@partnerdesk/web';
import { useState } from 'react';
import '../accounts.css';
import { GroupDialog, NewGroupDialog } from './group-dialogs';
import { useGetCommissionGroupsQuery } from './terms.api';

/** Groups of affiliates with rates of their own (docs/RULES.md, Terms). */
export function GroupsScreen() {
  const query = useGetCommissionGroupsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState<number | 'new'>();
  const close = () => setOpen(undefined);
  const opened = query.data?.find(({ groupID }) => groupID === open);
  return (
    <Screen
      title="Commission groups"
      lead="What affiliates earn who have no commission of their own. What was posted keeps its rate."
      actions={<Button onClick={() => setOpen('new')}>New group</Button>}
    >
      <Panel>
        <QueryView query={query} failure="The groups could not be loaded.">
          {(groups) => <GroupTable groups={groups} onOpen={setOpen} />}
        </QueryView>
      </Panel>
      {open === 'new' && <NewGroupDialog onClose={close} />}
      {opened && <GroupDialog key={opened.groupID} group={opened} onClose={close} />}
    </Screen>
  );
}

interface GroupTableProps {
  groups: readonly CommissionGroupRow[];
  onOpen: (groupID: number) => void;
}

function GroupTable({ groups, onOpen }: GroupTableProps) {
  if (groups.length === 0)
    return <EmptyState text="There is no group yet. Affiliates have the commission of their account." />;
  const columns: Column<CommissionGroupRow>[] = [
    {
      header: 'Group',
      rowHeader: true,
      cell: ({ groupID, name }) => (
        <Button variant="link" size="sm" className="acc-link p-0" onClick={() => onOpen(groupID)}>
          {name}
        </Button>
      ),
    },
    { header: 'Today', className: 'acc-record', cell: ({ rates }) => ratesText(rates) },
    { header: 'Affiliates', numeric: true, cell: ({ affiliates }) => affiliates },
  ];
  return (
    <DataTable
      stacked
      caption="Commission groups"
      columns={columns}
      rows={groups}
      rowKey={({ groupID }) => groupID}
      onRow={({ groupID }) => onOpen(groupID)}
    />
  );
}
