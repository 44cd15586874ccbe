import { CopyLine, Link, Panel, Screen } from '@partnerdesk/web';
import { useAdvertisingLink } from '../links/links';
import { CampaignList } from './campaign-list';
import { LandingPages } from './landing-pages';
import { LinkBuilder } from './link-builder';
import { PromoVideo } from './promo-video';
import { TrackingSources } from './tracking-sources';

/** Links to advertise with, what came of them, and the promo video. */
export function PromoToolsScreen() {
  const link = useAdvertisingLink()();
  return (
    <Screen
      title="Promo Tools"
      lead="Every link carries your id: everyone who joins through one counts for you."
    >
      <Panel title="Basic link">
        <CopyLine text={link} what="basic link" label="Basic link" hideLabel />
      </Panel>
      <LinkBuilder />
      <CampaignList />
      <TrackingSources />
      <LandingPages />
      <Panel title="Your own programs">
        <p className="pd-panel-muted">
          Have your server or tracker called on each join, sale and refund:{' '}
          <Link to="/postbacks">Set up postbacks</Link>. Read your figures by a key:{' '}
          <Link to="/developers">Developers</Link>.
        </p>
      </Panel>
      <PromoVideo />
    </Screen>
  );
}
