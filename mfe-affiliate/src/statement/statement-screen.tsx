import {
  addressOf,
  exportPaymentStatementCall,
  type PaymentStatement,
  paymentStatementCall,
  STATEMENT_PAGE,
} from '@partnerdesk/contracts';
import {
  api,
  ask,
  Button,
  EmptyState,
  formatCount,
  Link,
  Pager,
  Panel,
  QueryView,
  Screen,
  useMayOpen,
  useSearchParams,
} from '@partnerdesk/web';
import { useState } from 'react';
import { StatementEntries } from './statement-entries';
import { StatementSummary } from './statement-summary';

const { useGetStatementQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getStatement: build.query(
      ask(paymentStatementCall, (query: { payrollID: number; page: number }) => ({ query }), { quiet: true }),
    ),
  }),
});

/** A whole number from 1 of the address; 0: it names none. */
function readNumber(text: string | null): number {
  return /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : 0;
}

/** A payment and all that it adds up, to read, print and keep. */
export function StatementScreen() {
  const [params, setParams] = useSearchParams();
  const mayOpen = useMayOpen();
  const payrollID = readNumber(params.get('payrollID'));
  const page = readNumber(params.get('page')) || 1;
  return (
    <Screen
      title="Statement"
      heading={payrollID ? `Statement of payment ${payrollID}` : undefined}
      actions={payrollID > 0 && <StatementActions payrollID={payrollID} />}
    >
      {payrollID ? (
        <StatementOf
          key={payrollID}
          payrollID={payrollID}
          page={page}
          onPage={(next) => setParams({ payrollID: String(payrollID), page: String(next) })}
        />
      ) : (
        <EmptyState text="Choose a payment of your payment history to open its statement.">
          {mayOpen('/statistics') && <Link to="/statistics?view=1">Payment history</Link>}
        </EmptyState>
      )}
    </Screen>
  );
}

function StatementActions({ payrollID }: { payrollID: number }) {
  return (
    <>
      <a
        className="btn btn-outline-primary"
        href={addressOf(exportPaymentStatementCall, { query: { payrollID } })}
        download
      >
        Download CSV
      </a>
      <Button onClick={() => window.print()}>Print</Button>
    </>
  );
}

interface StatementOfProps {
  payrollID: number;
  page: number;
  onPage: (page: number) => void;
}

function StatementOf({ payrollID, page, onPage }: StatementOfProps) {
  const query = useGetStatementQuery({ payrollID, page });
  // Until another page is there, the one before stays under its own number: what it carries forward is of its entries.
  const [shownPage, setShownPage] = useState(page);
  if (query.currentData && shownPage !== page) setShownPage(page);
  return (
    <QueryView query={query} failure="The statement could not be loaded.">
      {(statement: PaymentStatement) => {
        const pages = Math.max(1, Math.ceil(statement.total / STATEMENT_PAGE));
        return (
          <>
            <StatementSummary statement={statement} />
            <Panel title="Entries">
              <StatementEntries
                key={shownPage}
                statement={statement}
                isOnePage={pages === 1}
                isLast={shownPage === pages}
              />
              <Pager page={shownPage} pages={pages} onPage={onPage}>
                {formatCount(statement.total)} {statement.total === 1 ? 'entry' : 'entries'}
                {pages > 1 && '; the CSV file has all of them'}
              </Pager>
            </Panel>
          </>
        );
      }}
    </QueryView>
  );
}
