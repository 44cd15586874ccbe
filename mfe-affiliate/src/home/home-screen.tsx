import './home.css';
import { Link, Screen, useSession } from '@partnerdesk/web';
import { TextBlock } from '../text-blocks/text-block';
import { Earnings } from './earnings';
import { ExampleDashboard } from './example-dashboard';
import { Paydays } from './paydays';
import { Questions } from './questions';

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

/** The picture that leads to the registration. It is drawn in the page, so that its words have the page's font. */
function RegisterPicture() {
  return (
    <svg role="img" aria-label="Register" className="aff-register" viewBox="0 0 320 64">
      <rect width="320" height="64" rx="10" fill="#14614f" />
      <path
        d="M204 54 C216 53 224 42 236 42 S262 44 276 28 296 14 320 10 V54 a10 10 0 0 1 -10 10 H204z"
        fill="#0d4a3c"
      />
      <path
        d="M204 54 C216 53 224 42 236 42 S262 44 276 28 296 14 320 10"
        fill="none"
        stroke="#e2ad57"
        strokeWidth="3"
      />
      <g fill="#e2ad57">
        <circle cx="236" cy="42" r="4" />
        <circle cx="276" cy="28" r="4" />
      </g>
      <g>
        <text x="20" y="29" fontSize="18" fontWeight="600" fill="#fff">
          Register
        </text>
        <text x="20" y="48" fontSize="13" fill="#cfe6dd">
          Free, and done in a minute
        </text>
      </g>
    </svg>
  );
}
