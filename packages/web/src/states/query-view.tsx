import type { ReactNode } from 'react';
import { readFailure } from '../api/read-failure';
import { ErrorState, Loading } from './states';

/** What a query hook answers, as far as it is shown. */
interface QueryLike<Data> {
  data?: Data;
  isError: boolean;
  isFetching: boolean;
  error?: unknown;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryLike<Data>;
  /** What could not be loaded, in words; shown where the server gives no reason that a person may read. */
  failure: string;
  /** What was read stays in view while it cannot be read again. */
  stays?: boolean;
  children: (data: Data) => ReactNode;
}

/** The three states of something that is read: loading, failed with Retry, there. */
export function QueryView<Data>({ query, failure, stays, children }: QueryViewProps<Data>) {
  if (query.data !== undefined && (stays || !query.isError)) return children(query.data);
  if (query.isFetching) return <Loading />;
  return <ErrorState text={readFailure(query.error).reason || failure} onRetry={() => query.refetch()} />;
}
