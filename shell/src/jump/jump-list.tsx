import { Link } from '@partnerdesk/web';
import type { Ref } from 'react';
import type { JumpEntry } from './jump-entries';

interface JumpListProps {
  ref: Ref<HTMLDivElement>;
  /** Of the list; each option's is this, a hyphen and its number. */
  id: string;
  entries: readonly JumpEntry[];
  chosen: number;
  onFollow: (entry: JumpEntry) => void;
}

/** What was found, by group, as the list of a combobox: the focus stays in its field. */
export function JumpList({ ref, id, entries, chosen, onFollow }: JumpListProps) {
  const groups = [...new Set(entries.map(({ group }) => group))];
  return (
    <div ref={ref} id={id} className="sh-jump-list" role="listbox" aria-label="Found">
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no fieldsets
        <div key={group} role="group" aria-label={group}>
          <div className="sh-jump-group" aria-hidden="true">
            {group}
          </div>
          {entries.map(
            (entry, index) =>
              entry.group === group && (
                <Link
                  key={entry.to + entry.label}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === chosen}
                  tabIndex={-1}
                  to={entry.to}
                  onClick={() => onFollow(entry)}
                >
                  {entry.label}
                  {entry.note && <span className="sh-jump-email"> {entry.note}</span>}
                </Link>
              ),
          )}
        </div>
      ))}
    </div>
  );
}
