import { Link, Panel, Screen, useSession } from '@partnerdesk/web';
import { TextBlock } from '../text-blocks/text-block';
import registerImage from './register.svg';

/** The home page: the office's texts, and for visitors the image that leads to the registration. */
export function HomeScreen() {
  const person = useSession();
  return (
    <Screen title="Home" heading="Affiliate program" hideHeading>
      <div className={person ? undefined : 'aff-hero'}>
        <TextBlock name="home_top" className="aff-hero-text" />
        {!person && (
          <Link to="/register" className="aff-hero-image">
            <img src={registerImage} alt="Register" width="400" height="240" />
          </Link>
        )}
      </div>
      <Panel>
        <TextBlock name="home_bottom" />
      </Panel>
    </Screen>
  );
}
