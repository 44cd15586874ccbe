import type { BulkResult } from '@partnerdesk/contracts';
import { Dialog } from '@partnerdesk/web';

/** Each result of a bulk decision apart: how many were done, and of the others why not. */
export function BulkResults({ results, onClose }: { results: readonly BulkResult[]; onClose: () => void }) {
  const refused = results.flatMap((result) => (result.ok ? [] : [result]));
  return (
    <Dialog title={`${results.length - refused.length} of ${results.length} done`} onClose={onClose}>
      <ul className="mod-results">
        {refused.map(({ id, message }) => (
          <li key={id}>
            <strong>#{id}</strong> {message}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
