import './help.css';
import { maySee, ROLE } from '@partnerdesk/contracts';
import { ErrorState, Loading, Panel, Screen, useLocation, useSession } from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import { ScreenLink } from '../menus/screen-link';
import type { Chapter, Guide } from './guide';

/** The guide of the signed-in person's role: the chapters that they may act on. */
export function HelpScreen() {
  const person = useSession();
  const isOffice = person?.affRole === ROLE.admin;
  const { guide, failed, retry } = useGuide(isOffice);
  if (failed)
    return (
      <Screen title="Help">
        <ErrorState text="The guide could not be loaded." onRetry={retry} />
      </Screen>
    );
  if (!guide) return <Loading />;
  const chapters = guide.chapters.filter((chapter) => maySee(chapter, person));
  return (
    <Screen title="Help" heading={guide.title} lead={guide.lead}>
      <nav aria-label="Chapters">
        <ol className="sh-help-chapters">
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {chapters.map((chapter) => (
        <ChapterPanel key={chapter.id} {...chapter} />
      ))}
    </Screen>
  );
}

/** A chunk of its own for each role; one that does not come is loaded again by `retry`. */
function useGuide(isOffice: boolean): { guide: Guide | undefined; failed: boolean; retry: () => void } {
  const [guide, setGuide] = useState<Guide>();
  const [failed, setFailed] = useState(false);
  const { hash } = useLocation();
  useEffect(() => {
    if (failed) return;
    let current = true;
    const loading = isOffice ? import('./clerk-guide') : import('./affiliate-guide');
    loading.then(
      (module) => current && setGuide(module.guide),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [isOffice, failed]);
  // The chapter that the address names was not there when the page was opened.
  useEffect(() => {
    if (guide && hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [guide, hash]);
  return { guide, failed, retry: () => setFailed(false) };
}

function ChapterPanel({ id, title, text, steps, screens, picture }: Chapter) {
  return (
    <section id={id} className="sh-help-chapter" aria-labelledby={`${id}-title`}>
      <Panel>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{text}</p>
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className="sh-help-screens">
          {screens.map(({ label, path }) => (
            <ScreenLink key={path} path={path}>
              {label}
            </ScreenLink>
          ))}
        </p>
        {picture && (
          <img src={picture.address} alt={picture.alt} loading="lazy" className="sh-help-picture" />
        )}
      </Panel>
    </section>
  );
}
