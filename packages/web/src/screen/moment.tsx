import type { Configuration } from '@partnerdesk/contracts';
import { useConfiguration } from '../configuration/configuration';
import { formatMoment } from '../formats/formats';
import { useAppSelector } from '../store/hooks';

/** `Eastern Time (America/New_York)`. */
const zoneOf = ({ businessTimezone, businessTimezoneName }: Configuration) =>
  `${businessTimezoneName} (${businessTimezone})`;

/** An instant (ISO 8601) with its time of day on the business's clock; the tooltip names the zone. */
export function Moment({ at }: { at: string }) {
  const configuration = useConfiguration();
  return (
    <time dateTime={at} title={zoneOf(configuration)}>
      {formatMoment(at, configuration.businessTimezone)}
    </time>
  );
}

/** Says once on a screen which clock its times are of; a screen without any hides it (content.css). */
export function ZoneNote() {
  // The page of a start that failed has no configuration.
  const configuration = useAppSelector((state) => state.configuration);
  return configuration ? <p className="pd-zone">Times are in {zoneOf(configuration)}.</p> : null;
}
