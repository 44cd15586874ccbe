import { Link, Panel, useSession } from '@partnerdesk/web';

/** What a new affiliate does until the first click arrives. */
export function FirstSteps() {
  const hasPaymentInfo = useSession()?.paymentInfoSet ?? false;
  const steps = [
    {
      title: 'Save how we pay you',
      text: 'Direct deposit or PayPal.',
      done: hasPaymentInfo,
      action: <Link to="/account">My Account</Link>,
    },
    {
      title: 'Place your link',
      text: 'The advertising link above, or one for a landing page.',
      done: false,
      action: <Link to="/promo-tools">Get your links</Link>,
    },
    { title: 'See your first click', text: 'It shows here within a minute.', done: false },
  ];
  return (
    <Panel title="Three steps to your first sale">
      <ol className="aff-steps">
        {steps.map(({ title, text, done, action }) => (
          <li key={title} className={done ? 'aff-step-done' : undefined}>
            <strong>{title}</strong>
            {done ? <span> Done</span> : <p>{text}</p>}
            {!done && action}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
