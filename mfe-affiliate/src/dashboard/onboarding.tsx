import type { AffiliateActivity } from '@partnerdesk/contracts';
import { Link, Motif, Panel, useSession } from '@partnerdesk/web';
import { type ReactNode, useState } from 'react';
import { FirstLink } from './first-link';

interface Step {
  title: string;
  done: boolean;
  /** What to do or what is waited for, while it is the current step or can be done at any time. */
  text: ReactNode;
  /** Said when it is done. */
  doneText: ReactNode;
}

/** The way to the first payout; it stays until that is made. */
export function Onboarding({ progress }: { progress: AffiliateActivity['progress'] }) {
  const hasPaymentInfo = useSession()?.paymentInfoSet ?? false;
  const { campaigns, clicks, joins, sales, payments } = progress;
  const hasClicks = clicks + joins > 0;
  const hasSales = sales > 0;
  const [hadSales] = useState(hasSales);
  const steps: Step[] = [
    {
      title: 'Payment details',
      done: hasPaymentInfo,
      text: (
        <>
          Say how we pay you: direct deposit or PayPal. <Link to="/account">My Account</Link>
        </>
      ),
      doneText: 'We know how to pay you.',
    },
    {
      title: 'First link',
      done: campaigns > 0 || hasClicks,
      text: <FirstLink isDone={false} />,
      // The link that was made here stays in view.
      doneText: <FirstLink isDone />,
    },
    {
      title: hasClicks ? 'First click' : 'Waiting for your first click',
      done: hasClicks,
      text: 'It shows here within seconds, without a reload.',
      doneText: 'Somebody has followed your link.',
    },
    {
      title: 'First member',
      done: joins > 0,
      text: 'Who joins within 30 days of the click is yours, for good.',
      doneText: 'Somebody has joined through your link.',
    },
    {
      title: 'First sale',
      done: hasSales,
      text: 'When one of your members buys, it shows here within seconds.',
      doneText: (
        <span className="aff-first-sale">
          {!hadSales && <Motif size={32} moving />}
          One of your members has bought something.
        </span>
      ),
    },
    {
      title: 'First payout',
      done: payments > 0,
      text: hasPaymentInfo
        ? 'What is available is paid by the date above.'
        : 'What is available is paid once we know how to pay you.',
      doneText: '',
    },
  ];
  const current = steps.findIndex(({ done }) => !done);
  return (
    <Panel title="Your way to the first payout" className="aff-onboarding">
      <ol className="pd-list aff-steps">
        {steps.map(({ title, done, text, doneText }, index) => (
          <li
            key={index === 2 ? 'click' : title}
            className={done ? 'aff-step-done' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <strong>{title}</strong>
            {done && <span className="visually-hidden"> Done</span>}
            <div className="aff-step-text">{done ? doneText : text}</div>
          </li>
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {hasSales ? 'Your first sale has come.' : hasClicks && 'Your first click has come.'}
      </span>
    </Panel>
  );
}
