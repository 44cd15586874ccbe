import { type AccountKind, EXPORT_CALLS } from '@partnerdesk/contracts';
import { EmptyState, ErrorState, Loading, Panel, readFailure, Screen } from '@partnerdesk/web';
import { GridViews, useKeys } from '@partnerdesk/web/grid';
import { SplitView } from '@partnerdesk/web/parts';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSearchAccountsQuery } from '../accounts.api';
import '../accounts.css';
import { KINDS } from '../kinds/account-kinds';
import { Results } from './results';
import { FilterRow, SearchForm } from './search-form';
import { queryOf, useAccountSearchParams, writeSearchParams } from './search-params';

/** A chunk of its own, which comes while the results are looked through. */
const loadDetails = () => import('../details/details');
const Details = lazy(() => loadDetails().then((module) => ({ default: module.Details })));

/** What of an address stays when another view is opened: how the list is shown, and of which period. */
const KEPT = ['columns', 'rows', 'period'];

/** Search, results and the selected record, side by side where there is room (docs/PRODUCT.md §2 "Search screens"). */
export function AccountsScreen({ kind: name }: { kind: AccountKind }) {
  const kind = KINDS[name];
  const address = useAccountSearchParams(name);
  const { searchParams, select } = address;
  const listRef = useRef<HTMLDivElement>(null);
  const { id } = searchParams;
  const params = queryOf(name, searchParams);
  const query = useSearchAccountsQuery({ kind: name, params: params ?? {} }, { skip: !params });
  useEffect(() => {
    // A failure shows where it is needed.
    loadDetails().catch(() => undefined);
  }, []);
  /** Whose details are being closed. */
  const closed = useRef<number>(undefined);
  const close = () => {
    if (select(undefined)) closed.current = id;
  };
  const before = useRef(id);
  useEffect(() => {
    // The browser's Back closes them, too, and takes the focus along where it was in them.
    const isLost = document.activeElement === document.body;
    const last = closed.current ?? (isLost ? before.current : undefined);
    before.current = id;
    closed.current = undefined;
    if (id || !last) return;
    // Back to where the details were opened from, once they are gone and the list has its place.
    const list = listRef.current;
    const action =
      list?.querySelector<HTMLElement>(`[data-account="${last}"]`) ??
      list?.querySelector<HTMLElement>('[data-account]');
    action?.focus({ preventScroll: true });
    action?.scrollIntoView?.({ block: 'nearest' });
  }, [id]);
  useKeys(id ? [{ keys: ['Escape'], label: 'Close details', run: () => isFree() && close() }] : []);
  const saved = writeSearchParams({ ...searchParams, page: 1, id: undefined });
  const kept = Object.fromEntries(Object.entries(saved).filter(([each]) => KEPT.includes(each)));
  return (
    <Screen
      title={kind.title}
      lead={`Find ${kind.plural} by id, name or email. Select one to see and change all there is about it.`}
    >
      <Panel className="acc-head">
        <SearchForm
          searchParams={searchParams}
          searching={query.isFetching}
          onSearch={(type, value) => {
            // The same search again is sent again.
            const { page, type: former, value: formerValue } = searchParams;
            if (type === former && value === formerValue && page === 1 && params) void query.refetch();
            address.search(type, value);
          }}
          nameLabel={kind.nameLabel}
        />
        <FilterRow kind={kind} filters={searchParams.filters} onFilter={address.filterBy} />
      </Panel>
      <SplitView
        name="accounts"
        list={
          <div ref={listRef}>
            <Panel className={`acc-results acc-of-${name}`}>
              <GridViews
                list={name}
                views={kind.views}
                query={new URLSearchParams(saved).toString()}
                kept={kept}
              />
              <List address={address} kind={name} params={params} query={query} />
            </Panel>
          </div>
        }
        details={
          id && (
            <Suspense fallback={<Loading />}>
              <Details
                key={`${name} ${id}`}
                kind={kind}
                id={id}
                isListed={!params || query.currentData !== undefined || query.isError}
                tab={searchParams.tab}
                onTab={(tab) => address.show({ tab })}
                onClose={close}
              />
            </Suspense>
          )
        }
      />
    </Screen>
  );
}

/** Whether Escape is left for the details: nothing is edited in them, and the focus is not in the menu of the office. */
function isFree(): boolean {
  const { activeElement } = document;
  const isHere = activeElement === document.body || activeElement?.closest('.pd-screen');
  return Boolean(isHere) && !document.querySelector('.acc-details form');
}

interface ListProps {
  kind: AccountKind;
  address: ReturnType<typeof useAccountSearchParams>;
  params: Record<string, string> | undefined;
  query: ReturnType<typeof useSearchAccountsQuery>;
}

function List({ kind: name, address, params, query }: ListProps) {
  const kind = KINDS[name];
  const { currentData, isError, isFetching, error } = query;
  if (!params) return <EmptyState text="Please enter the id as a number." />;
  if (isError && !isFetching) {
    // A link may hold a cursor of another search: trying again would not help.
    const text = readFailure(error).reason || `The ${kind.plural} could not be searched.`;
    return <ErrorState text={text} onRetry={() => query.refetch()} />;
  }
  const { page: _page, cursor: _cursor, ...exported } = params;
  return (
    <Results
      kind={kind}
      address={address}
      answer={currentData}
      exportUrl={`${EXPORT_CALLS[name].name.replace('GET ', '')}?${new URLSearchParams(exported)}`}
    />
  );
}

export const AffiliatesScreen = () => <AccountsScreen key="affiliate" kind="affiliate" />;
export const StaffScreen = () => <AccountsScreen key="staff" kind="staff" />;
export const MembersScreen = () => <AccountsScreen key="member" kind="member" />;
