import { STATISTICS_FIELDS, type StatisticsField } from '@partnerdesk/contracts';
import { formatRange } from '@partnerdesk/web';
import { formatChange, formatFigure } from './change';
import { type LoadedStatistics, STAFF } from './statistics.api';

/** The fields of a type, in the order of docs/PRODUCT.md §3. */
export function fieldsOf(statsType: number) {
  return STATISTICS_FIELDS.filter((field) => statsType !== STAFF || field.staff);
}

/** The fields under their headings. */
function groupsOf(statsType: number): [string, StatisticsField[]][] {
  const groups = new Map<string, StatisticsField[]>();
  for (const field of fieldsOf(statsType)) {
    const fields = groups.get(field.group);
    if (fields) fields.push(field);
    else groups.set(field.group, [field]);
  }
  return [...groups];
}

/** Every figure, the one of the period before, and what has changed. */
export function FiguresTable({ loaded }: { loaded: LoadedStatistics }) {
  const { query, statistics, byDay } = loaded;
  const before = byDay?.previous;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="pd-table-frame" tabIndex={0} aria-label={`Figures of ${formatRange(query)}`}>
      <table className="table pd-table pd-table-breaking">
        <caption className="visually-hidden">Figures of {formatRange(query)}</caption>
        <thead>
          <tr>
            <th scope="col">Figure</th>
            <th scope="col" className="pd-numeric">
              {formatRange(query)}
            </th>
            {before && (
              <>
                <th scope="col" className="pd-numeric">
                  {formatRange(before)}
                </th>
                <th scope="col" className="pd-numeric">
                  Change
                </th>
              </>
            )}
          </tr>
        </thead>
        {groupsOf(query.statsType).map(([group, fields]) => (
          <tbody key={group}>
            <tr className="pd-group">
              <th scope="rowgroup" colSpan={before ? 4 : 2}>
                {group}
              </th>
            </tr>
            {fields.map(({ name, label, unit }) => (
              <tr key={name} data-figure={name}>
                <th scope="row">{label}</th>
                <td className="pd-numeric">{formatFigure(unit, statistics[name])}</td>
                {before && (
                  <>
                    <td className="pd-numeric">{formatFigure(unit, before.statistics[name])}</td>
                    <td className="pd-numeric">
                      {formatChange(unit, statistics[name], before.statistics[name])}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}
