import { ACCOUNT_WIRE, type AccountKind } from '@partnerdesk/contracts';
import { EmptyState, Panel, QueryView, readFailure, Screen } from '@partnerdesk/web';
import { useSearchAccountsQuery } from '../accounts.api';
import '../accounts.css';
import { Details } from '../details/details';
import { KINDS } from '../kinds/account-kinds';
import { Results } from './results';
import { SearchForm } from './search-form';
import { queryOf, useAccountSearchParams } from './search-params';

/** Search, results and the selected record, side by side where there is room (docs/PRODUCT.md §2 "Search screens"). */
export function AccountsScreen({ kind: name }: { kind: AccountKind }) {
  const kind = KINDS[name];
  const { searchParams, search, sortBy, toPage, select } = useAccountSearchParams(name);
  const params = queryOf(name, searchParams);
  const query = useSearchAccountsQuery({ kind: name, params: params ?? {} }, { skip: !params });
  const { page: _page, ...exported } = params ?? {};
  return (
    <Screen title={kind.title}>
      <Panel>
        <SearchForm
          // Back, forward and links bring another search into the form.
          key={`${searchParams.type} ${searchParams.value}`}
          searchParams={searchParams}
          searching={query.isFetching}
          onSearch={(type, value) => {
            // The same search again is sent again.
            if (
              type === searchParams.type &&
              value === searchParams.value &&
              searchParams.page === 1 &&
              params
            )
              void query.refetch();
            search(type, value);
          }}
          {...(name === 'member' && { nameLabel: 'Username' })}
        />
      </Panel>
      <div className={searchParams.id ? 'acc-columns' : undefined}>
        <Panel className="acc-results">
          {params ? (
            <QueryView
              query={{ ...query, data: query.currentData }}
              // A link may ask for a sort that the result has grown too large for since: trying again would not help.
              failure={readFailure(query.error).reason || `The ${kind.plural} could not be searched.`}
            >
              {(answer) => (
                <Results
                  kind={kind}
                  searchParams={searchParams}
                  answer={answer}
                  exportUrl={`/api/${ACCOUNT_WIRE[name].export}?${new URLSearchParams(exported)}`}
                  onSelect={select}
                  onSort={sortBy}
                  onPage={toPage}
                />
              )}
            </QueryView>
          ) : (
            <EmptyState text="Please enter the id as a number." />
          )}
        </Panel>
        {searchParams.id && (
          <Details
            key={`${name} ${searchParams.id}`}
            kind={kind}
            id={searchParams.id}
            onClose={() => select(undefined)}
          />
        )}
      </div>
    </Screen>
  );
}

export const AffiliatesScreen = () => <AccountsScreen key="affiliate" kind="affiliate" />;
export const StaffScreen = () => <AccountsScreen key="staff" kind="staff" />;
export const MembersScreen = () => <AccountsScreen key="member" kind="member" />;
