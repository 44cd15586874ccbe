import type { Configuration } from '@partnerdesk/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConfiguration } from '../configuration/configuration';
import { formatMoment } from '../formats/formats';
import { useAppSelector } from '../store/create-app-store';

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
function ZoneNote() {
  // The page of a start that failed has no configuration.
  const configuration = useAppSelector((state) => state.configuration);
  return configuration ? <p className="pd-zone">Times are in {zoneOf(configuration)}.</p> : null;
}

let firstPage = true;

/** The frame reports that the user has moved to another screen: from now on headings take the focus. */
export function markNavigation(): void {
  firstPage = false;
}

/** Whether the shown screen is the one the page was opened with: the browser's own focus is right there. */
function isFirstPage(): boolean {
  return firstPage;
}

/** Sets the document's title to `Title · Product`. */
function useTitle(title: string): void {
  const product = useAppSelector((state) => state.configuration?.productName) ?? 'Partnerdesk';
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}

interface ScreenProps {
  /** Heading and document title. */
  title: string;
  /** A heading that reads otherwise than the document's title. */
  heading?: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The content has a headline of its own: this one is for screen readers. */
  hideHeading?: boolean;
  /** A form or text of its own reads best in a narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

/** The frame of every screen: title, one main heading that takes the focus on arrival, content. */
export function Screen({
  title,
  heading = title,
  lead,
  actions,
  hideHeading,
  narrow,
  children,
}: ScreenProps) {
  const headingRef = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    // A screen reader continues with the new screen instead of the link that was pressed.
    if (!isFirstPage()) headingRef.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={narrow ? 'pd-screen pd-screen-narrow' : 'pd-screen'}>
      <header className={hideHeading ? 'visually-hidden' : 'pd-screen-header'}>
        <div>
          <h1 ref={headingRef} tabIndex={-1}>
            {heading}
          </h1>
          {lead && <p className="pd-lead">{lead}</p>}
        </div>
        {actions && <div className="pd-actions">{actions}</div>}
      </header>
      {children}
      <ZoneNote />
    </div>
  );
}

interface PanelProps {
  title?: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of a screen on a surface of its own. */
export function Panel({ title, actions, className = '', children }: PanelProps) {
  return (
    <section className={`pd-panel ${className}`}>
      {title && (
        <div className="pd-panel-header">
          <h2>{title}</h2>
          {actions && <div className="pd-actions">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
