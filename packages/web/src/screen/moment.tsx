import { useConfiguration } from '../configuration/configuration';
import { formatMoment, zoneName } from '../formats/formats';
import { useAppSelector } from '../store/hooks';

/** An instant (ISO 8601) with its time of day on the business's clock; the tooltip names the zone. */
export function Moment({ at }: { at: string }) {
  const { businessTimezone } = useConfiguration();
  return (
    <time dateTime={at} title={zoneName(businessTimezone)}>
      {formatMoment(at, businessTimezone)}
    </time>
  );
}

/** Says once on a screen which clock its times are of; a screen without any hides it (content.css). */
export function ZoneNote() {
  // The page of a start that failed has no configuration.
  const zone = useAppSelector(({ configuration }) => configuration?.businessTimezone);
  return zone ? <p className="pd-zone">Times are in {zoneName(zone)}.</p> : null;
}
