import { Link, Screen, useSession } from '@partnerdesk/web';
import { TextBlock } from '../text-blocks/text-block';
import { Earnings } from './earnings';
import { ExampleDashboard } from './example-dashboard';
import './home.css';
import { Paydays } from './paydays';
import { Questions } from './questions';
import { RegisterPicture } from './register-picture';

/** The home page (docs/PRODUCT.md §2): the office's texts, and for visitors what they would see, earn and ask. */
export function HomeScreen() {
  const isVisitor = !useSession();
  return (
    <Screen title="Home" heading="Affiliate program" hideHeading>
      <div className={isVisitor ? 'aff-hero' : undefined}>
        <div className="aff-hero-text">
          <TextBlock name="home_top" />
          {isVisitor && (
            <Link to="/register" className="aff-hero-image">
              <RegisterPicture />
            </Link>
          )}
        </div>
        {isVisitor && <ExampleDashboard />}
      </div>
      <section className="aff-home-bottom" aria-label="How it works">
        <TextBlock name="home_bottom" />
      </section>
      {isVisitor && (
        <>
          <Earnings />
          <Paydays />
          <Questions />
          <section className="aff-closing" aria-labelledby="aff-closing-title">
            <h2 id="aff-closing-title">Your link is a minute away</h2>
            <Link to="/register" className="btn btn-outline-primary">
              Create an account
            </Link>
          </section>
        </>
      )}
    </Screen>
  );
}
