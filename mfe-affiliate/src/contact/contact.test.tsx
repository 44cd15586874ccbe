import { createHash } from 'node:crypto';
import { type CaptchaSolution, captchaInput, leadingZeroBits } from '@partnerdesk/contracts';
import { anAffiliate, expectAccessible, failure, renderApp } from '@partnerdesk/web/testing';
import { screen, waitFor } from '@testing-library/react';
import { ContactScreen } from './contact-screen';

const FILLED = { Email: 'vic@example.com', Subject: 'Hello', Message: 'Is it on?' };
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const MINUTES = 60_000;

function challenge(lifeMs = 5 * MINUTES) {
  const expires = new Date(Date.now() + lifeMs).toISOString();
  return { challenge: 'c-1', difficulty: 8, expires, signature: 's-1' };
}

function open(person = null as ReturnType<typeof anAffiliate> | null, api = {}) {
  return renderApp(<ContactScreen />, {
    person,
    api: {
      'GET /captcha-challenge': () => challenge(),
      'POST /send-contact-message': () => ({ isSuccessful: true }),
      ...api,
    },
  });
}

async function submit(app: ReturnType<typeof open>, changes: Partial<typeof FILLED> = {}) {
  for (const [label, text] of Object.entries({ ...FILLED, ...changes })) {
    await app.user.clear(field(label));
    if (text) await app.user.type(field(label), text);
  }
  await app.user.click(screen.getByRole('button', { name: 'Send' }));
}

const sent = (app: ReturnType<typeof open>) =>
  app.calls
    .filter((call) => call.route === 'POST /send-contact-message')
    .map((call) => call.body as Record<string, unknown>);

it.each(Object.keys(FILLED))('asks for all values: %s', async (label) => {
  const app = open();
  await submit(app, { [label]: '' });
  expect(screen.getByText('Please enter all values')).toBeInTheDocument();
  expect(field(label)).toHaveFocus();
  expect(sent(app)).toEqual([]);
});

it('shows a bad email beside its field, and sends nothing', async () => {
  const app = open(anAffiliate());
  await submit(app, { Email: 'vic@example' });
  expect(screen.getByText('Please provide a valid email')).toBeInTheDocument();
  expect(field('Email')).toHaveAccessibleDescription('Not an email address');
  expect(field('Email')).toHaveFocus();
  expect(sent(app)).toEqual([]);
});

it('asks signed-in people for the email too', async () => {
  const app = open(anAffiliate());
  await submit(app, { Email: '' });
  expect(screen.getByText('Please enter all values')).toBeInTheDocument();
});

it('sends what a visitor wrote, with a solved captcha', async () => {
  const app = open();
  await submit(app);
  expect(await screen.findByText('Message has been sent successfully.')).toBeInTheDocument();
  const { CaptchaToken, ...message } = sent(app)[0] ?? {};
  expect(message).toEqual({
    AffiliateID: 0,
    EmailAddress: 'vic@example.com',
    Subject: 'Hello',
    Message: 'Is it on?',
  });
  const solution: CaptchaSolution = JSON.parse(Buffer.from(String(CaptchaToken), 'base64url').toString());
  expect(solution).toMatchObject({ challenge: 'c-1', difficulty: 8, signature: 's-1' });
  const hash = createHash('sha256').update(captchaInput(solution.challenge, solution.nonce)).digest();
  expect(leadingZeroBits(hash)).toBeGreaterThanOrEqual(8);
  expect(field('Message')).toHaveValue('');
});

it('solves a new challenge for each message, and in place of one that is about to expire', async () => {
  const lives = [MINUTES, 1000, MINUTES];
  const app = open(null, { 'GET /captcha-challenge': () => challenge(lives.shift()) });
  await submit(app);
  await screen.findByText('Message has been sent successfully.');
  await submit(app);
  await waitFor(() => expect(sent(app)).toHaveLength(2));
  expect(app.calls.filter((call) => call.route === 'GET /captcha-challenge')).toHaveLength(3);
});

it('sends an empty token for who is signed in, and asks for no challenge', async () => {
  const app = open(anAffiliate());
  expect(field('Email')).toHaveValue('ada@example.com');
  await submit(app);
  await screen.findByText('Message has been sent successfully.');
  expect(sent(app)[0]).toMatchObject({ AffiliateID: 7, CaptchaToken: '' });
  expect(app.calls).toHaveLength(1);
});

it.each([
  [{ isSuccessful: false, response: 'No such address' }, 'No such address'],
  [{ isSuccessful: false }, 'Error occured. Please try again later'],
  [null, 'Error occured. Please try again later'],
  [new Response(''), 'Error occured. Please try again later'],
])('says why it was not sent: %j', async (answer, text) => {
  const app = open(anAffiliate(), { 'POST /send-contact-message': () => answer });
  await submit(app);
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(field('Message')).toHaveValue('Is it on?');
});

it('says the general text when there is no challenge, not before sending, and tries again on the next send', async () => {
  let up = false;
  const app = open(null, { 'GET /captcha-challenge': () => (up ? challenge() : failure(503)) });
  await app.user.click(field('Email'));
  await waitFor(() => expect(app.calls).toHaveLength(1));
  expect(screen.queryByText('Error occured. Please try again later')).not.toBeInTheDocument();
  await submit(app);
  expect(await screen.findByText('Error occured. Please try again later')).toBeInTheDocument();
  expect(field('Message')).toHaveValue('Is it on?');
  up = true;
  await app.user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Message has been sent successfully.')).toBeInTheDocument();
});

it('has the lengths of the specification, and is accessible', async () => {
  const { container } = open();
  expect(field('Email')).toHaveAttribute('maxlength', '50');
  expect(field('Subject')).toHaveAttribute('maxlength', '200');
  expect(field('Message')).toHaveAttribute('maxlength', '2000');
  await expectAccessible(container);
});

it('asks before a message is left that was not sent, and not once it was', async () => {
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const app = open(anAffiliate());
  expect(isAsked()).toBe(false);
  await app.user.type(field('Message'), 'Is it on?');
  expect(isAsked()).toBe(true);
  await submit(app);
  expect(await screen.findByText('Message has been sent successfully.')).toBeInTheDocument();
  await waitFor(() => expect(isAsked()).toBe(false));
});
