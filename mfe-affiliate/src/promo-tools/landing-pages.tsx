import { CopyLine, EmptyState, Panel, useConfiguration } from '@partnerdesk/web';
import { useAdvertisingLink } from '../links/links';

/** A link for each landing page, by category. */
export function LandingPages() {
  const { landingPagesCategories } = useConfiguration();
  const linkOf = useAdvertisingLink();
  return (
    <Panel title="Landing-page links">
      {landingPagesCategories.length === 0 && <EmptyState text="There are no landing pages" />}
      {landingPagesCategories.map((category) => (
        <div key={category.name}>
          <h3 className="pd-subheading">{category.name}</h3>
          <div className="pd-columns pd-wide-columns">
            {category.pages.map((page) => (
              <CopyLine
                key={page.lp}
                label={page.title}
                what={`link to ${page.title}`}
                text={linkOf({ lp: page.lp })}
              />
            ))}
          </div>
        </div>
      ))}
    </Panel>
  );
}
