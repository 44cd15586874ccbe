import type { AffiliateActivity } from '@partnerdesk/contracts';
import { countOf, formatUsd, Link, Moment, Panel } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';

const SHOWN = 8;

interface Line {
  key: string;
  at: string;
  text: string;
  /** Came while the page was open. */
  isNew: boolean;
}

/** What has just come of the links: sales with their times, clicks and joins as they come while the page is open. */
export function LiveFeed({ activity }: { activity: AffiliateActivity }) {
  const { links } = activity;
  const lines = useLines(activity);
  const clicks = links.reduce((sum, link) => sum + link.clicks, 0);
  const joins = links.reduce((sum, link) => sum + link.joins, 0);
  return (
    <Panel title="As it comes" className="aff-live" actions={<Link to="/statistics?view=3">All sales</Link>}>
      <p>
        <span className="pd-live">Live</span> Today {countOf(clicks, 'click')} and {countOf(joins, 'join')}
        {links[0]?.tid && `, most from ${links[0].tid}`}.
      </p>
      {lines.length === 0 ? (
        <p className="pd-panel-muted">Clicks, joins and sales appear here within seconds.</p>
      ) : (
        <ul className="pd-list" aria-live="polite" aria-relevant="additions">
          {lines.map(({ key, at, text, isNew }) => (
            <li key={key} className={isNew ? 'aff-new' : undefined}>
              <span>{text}</span>
              <span className="pd-panel-muted">
                <Moment at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The newest first: the server's sales, and by how much clicks and joins have risen since the answer before. */
function useLines(activity: AffiliateActivity): Line[] {
  const [risen, setRisen] = useState<Line[]>([]);
  const [openedAt] = useState(() => new Date().toISOString());
  const before = useRef(activity);
  useEffect(() => {
    const fresh = risenSince(before.current, activity);
    before.current = activity;
    if (fresh.length > 0) setRisen((lines) => [...fresh, ...lines].slice(0, SHOWN));
  }, [activity]);
  const sales = activity.sales.map(({ saleID, dateCreated, saleAmount, payout }) => ({
    key: `${saleID} ${dateCreated} ${saleAmount}`,
    at: dateCreated,
    text: `${saleAmount < 0 ? 'Refund' : 'Sale'} of ${formatUsd(Math.abs(saleAmount))}, you earn ${formatUsd(payout)}`,
    isNew: dateCreated > openedAt,
  }));
  return [...risen, ...sales].sort((one, other) => other.at.localeCompare(one.at)).slice(0, SHOWN);
}

function risenSince(before: AffiliateActivity, now: AffiliateActivity): Line[] {
  if (before === now || before.day !== now.day) return [];
  const at = new Date().toISOString();
  const known = new Map(before.links.map((link) => [link.tid, link]));
  return now.links.flatMap(({ tid, clicks, joins }) => {
    const from = tid && ` from ${tid}`;
    const rise = (count: number, noun: string) =>
      count > 0
        ? [{ key: `${at} ${noun} ${tid}`, at, text: `${countOf(count, noun)}${from}`, isNew: true }]
        : [];
    return [
      ...rise(joins - (known.get(tid)?.joins ?? 0), 'join'),
      ...rise(clicks - (known.get(tid)?.clicks ?? 0), 'click'),
    ];
  });
}
