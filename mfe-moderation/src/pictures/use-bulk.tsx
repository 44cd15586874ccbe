import { type BulkResult, type ImageForReview, MAX_BULK_ITEMS } from '@partnerdesk/contracts';
import { Dialog, useAlerts } from '@partnerdesk/web';
import { useState } from 'react';
import type { Why } from '../moderation.api';
import type { PictureDecisions } from './use-picture-decisions';

/** A selection, and one decision on all of it. */
export function useBulk(pictures: readonly ImageForReview[], decisions: PictureDecisions) {
  const alerts = useAlerts();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [results, setResults] = useState<readonly BulkResult[]>();
  const chosen = pictures.filter(({ photoID }) => selected.has(photoID));

  const toggle = ({ photoID }: ImageForReview) => {
    // What the list shows no more, under another filter, is neither counted nor kept.
    const next = new Set(chosen.map((picture) => picture.photoID));
    if (!next.delete(photoID)) {
      if (next.size >= MAX_BULK_ITEMS) return alerts.warning(`At most ${MAX_BULK_ITEMS} at a time`);
      next.add(photoID);
    }
    setSelected(next);
  };

  const decide = async (status: number, why?: Why) => {
    // Those that have the status already need no decision.
    const open = chosen.filter((picture) => decisions.mayDecide(picture, status));
    if (open.length === 0) return;
    const answer = await decisions.decideMany(open, status, why);
    if (!answer) return;
    const done = new Set(answer.flatMap(({ ok, id }) => (ok ? [id] : [])));
    // What was selected meanwhile stays.
    setSelected((before) => new Set([...before].filter((id) => !done.has(id))));
    if (answer.some(({ ok }) => !ok)) setResults(answer);
  };

  return {
    selected,
    chosen,
    toggle,
    clear: () => setSelected(new Set()),
    decide,
    results,
    closeResults: () => setResults(undefined),
  };
}

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
