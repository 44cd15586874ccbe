import { randomBytes } from 'node:crypto';
import {
  claimMail,
  configureDomain,
  connectDatabase,
  disconnectDatabase,
  listOutbox,
  MailModel,
  markFailed,
  markHandedOver,
  readUnsubscribeToken,
  storeMail,
} from '@partnerdesk/domain';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { createQueue, enqueue, type Queue } from '@partnerdesk/queues';
import { type SmtpSink, startSmtpSink } from '@partnerdesk/testing';
import { testDatabaseUrl, testRedis } from '@partnerdesk/testing/services';
import { createMailTransport, type MailTransport } from '../mail/mail-transport';
import { enqueueForgottenMails, mailNotices } from '../sweeps/make-jobs';
import { sendMailJob } from './send-mail.job';

let sink: SmtpSink;
let mailTransport: MailTransport;

beforeAll(async () => {
  configureDomain({
    fieldKeys: [{ id: 'test', key: randomBytes(32) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
  });
  await connectDatabase(testDatabaseUrl('mail'));
});
afterAll(disconnectDatabase);
beforeEach(async () => {
  sink = await startSmtpSink();
  mailTransport = createMailTransport(sink.url, 'Partnerdesk <no-reply@example.com>');
});
afterEach(async () => {
  mailTransport.close();
  await sink.close();
});

const store = () =>
  storeMail({
    kind: 'password-reset',
    to: 'ada@example.com',
    replyTo: 'office@example.com',
    subject: 'Set a new password – now',
    text: 'The link: https://example.com/update-password?token=abc\n.\nÜ',
  });
const storeSummary = () => {
  const about = { kind: 'affiliate', id: 12, notice: 'weekly-summary' } as const;
  return storeMail({ kind: 'weekly-summary', to: 'ada@example.com', subject: 'Week', text: 'x', about });
};
const send = (mailID: string, transport = mailTransport) =>
  sendMailJob({ mailID }, { mailTransport: transport });
const stateOf = async (mailID: string) => (await MailModel.findById(mailID).lean())?.state;

test('a mail that can be switched off says so to mail programs (RFC 8058); others do not', async () => {
  await send(await storeSummary());
  await send(await store());
  const [summary = '', reset = ''] = sink.received;
  expect(summary).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
  const [, token = ''] = /^List-Unsubscribe: <[^>]*\/unsubscribe\?token=([^>\s]+)>\r$/m.exec(summary) ?? [];
  expect(readUnsubscribeToken(decodeURIComponent(token))).toEqual({
    kind: 'affiliate',
    id: 12,
    notice: 'weekly-summary',
  });
  expect(reset).not.toContain('List-Unsubscribe');
});

test('a mail arrives as it was written, and its content is forgotten', async () => {
  const mailID = await store();
  expect(await send(mailID)).toBe('sent');
  expect(sink.received).toHaveLength(1);
  const [mail = ''] = sink.received;
  expect(mail).toMatch(/^To: ada@example\.com$/m);
  expect(mail).toMatch(/^From: Partnerdesk <no-reply@example\.com>$/m);
  expect(mail).toMatch(/^Reply-To: office@example\.com$/m);
  expect(mail).toContain(`<${mailID}@partnerdesk>`);
  expect(mail.replaceAll('=3D', '=').replaceAll('=\r\n', '')).toContain('update-password?token=abc');
  const stored = await MailModel.findById(mailID).lean();
  expect(stored).toMatchObject({ state: 'sent', sentAt: expect.any(Date) });
  expect(stored).not.toHaveProperty('textEncrypted');
});

test('a line break in a subject or an address begins no header', async () => {
  const mailID = await storeMail({
    kind: 'password-reset',
    to: 'ada@example.com',
    replyTo: 'office@example.com\r\nBcc: eve@example.com',
    subject: 'Hello\r\nBcc: eve@example.com',
    text: 'Text',
  });
  expect(await send(mailID)).toBe('sent');
  expect(sink.received).toHaveLength(1);
  expect(sink.received[0]).not.toMatch(/^Bcc:/im);
});

test('a mistyped address is one mailbox, and never somebody else’s', async () => {
  for (const to of ['ann,smith@example.com', 'ann<smith@example.com>', 'ann:smith@example.com'])
    await send(await storeMail({ kind: 'password-reset', to, replyTo: to, subject: 's', text: 'The link' }));
  expect(sink.recipients).toEqual([
    '<"ann,smith"@example.com>',
    '<"ann smith"@example.com>',
    '<"ann:smith"@example.com>',
  ]);
  expect(sink.received[0]).toMatch(/^Reply-To: <"ann,smith"@example.com>\r$/m);
});

test('a message to the office goes to each address of the settings', async () => {
  const to = 'Office <office@example.com>, ann@example.com';
  await send(await storeMail({ kind: 'contact', to, subject: 's', text: 'Hello' }));
  expect(sink.recipients).toEqual(['<office@example.com>', '<ann@example.com>']);
});

test('the same job again, or ten times at once, sends nothing more', async () => {
  const mailID = await store();
  await send(mailID);
  expect(await send(mailID)).toBe('already');
  const another = await store();
  await Promise.allSettled(Array.from({ length: 10 }, () => send(another)));
  expect(sink.received.filter((mail) => mail.includes(another))).toHaveLength(1);
});

test.each(['refuse', 'refuse-recipient'] as const)(
  'after %s it is tried again, and then sent',
  async (mode) => {
    const mailID = await store();
    sink.mode = mode;
    await expect(send(mailID)).rejects.toThrow(/did not take the mail/);
    expect(await MailModel.findById(mailID).lean()).toMatchObject({
      state: 'waiting',
      lastError: expect.stringContaining('not now'),
    });
    sink.mode = 'accept';
    expect(await send(mailID)).toBe('sent');
    expect(sink.received).toHaveLength(1);
  },
);

test('with no mail server there it is tried again', async () => {
  const mailID = await store();
  const nowhere = createMailTransport('smtp://127.0.0.1:1', 'a@example.com');
  await expect(send(mailID, nowhere)).rejects.toThrow(/did not take the mail/);
  expect(await stateOf(mailID)).toBe('waiting');
  expect(await send(mailID)).toBe('sent');
});

test('the last try that fails gives the mail up, even one that can’t be read', async () => {
  const [refused, unreadable] = [await store(), await store()];
  sink.mode = 'refuse';
  await MailModel.updateOne({ _id: unreadable }, { $set: { textEncrypted: 'nonsense' } });
  for (const mailID of [refused, unreadable]) {
    await expect(sendMailJob({ mailID }, { mailTransport, lastTry: true })).rejects.toThrow();
    expect(await stateOf(mailID)).toBe('failed');
  }
});

test('a server that vanishes with the whole mail may have it: it is not sent again', async () => {
  const mailID = await store();
  sink.mode = 'vanish';
  expect(await send(mailID)).toBe('unsure');
  sink.mode = 'accept';
  expect(await send(mailID)).toBe('already');
  expect(sink.received).toHaveLength(1);
});

test('a worker that died before the last byte left nothing behind: the next sends', async () => {
  const mailID = await store();
  await claimMail(mailID);
  expect(await send(mailID)).toBe('sent');
  expect(sink.received).toHaveLength(1);
});

test('a worker that died after the last byte may have sent: the next does not', async () => {
  const mailID = await store();
  const mail = await claimMail(mailID);
  if (mail) await markHandedOver(mail);
  expect(await send(mailID)).toBe('unsure');
  expect(await stateOf(mailID)).toBe('unsure');
  expect(sink.received).toHaveLength(0);
});

test('a worker that only seemed dead breaks off before the last byte', async () => {
  const mailID = await store();
  const slow = await claimMail(mailID);
  if (!slow) throw new Error('nothing to claim');
  let quick: Promise<unknown> | undefined;
  const delivery = await mailTransport.deliver(slow, async () => {
    // Meanwhile another worker has taken the mail over and sent it.
    quick = send(mailID);
    await quick;
    await markHandedOver(slow);
  });
  expect(delivery.outcome).toBe('not-accepted');
  expect(await quick).toBe('sent');
  expect(sink.received).toHaveLength(1);
  expect(await stateOf(mailID)).toBe('sent');
});

test('nor does it hand over what another worker has taken and not yet sent', async () => {
  const mailID = await store();
  const slow = await claimMail(mailID);
  if (!slow) throw new Error('nothing to claim');
  const delivery = await mailTransport.deliver(slow, async () => {
    await claimMail(mailID);
    await markHandedOver(slow);
  });
  expect(delivery.outcome).toBe('not-accepted');
  expect(await stateOf(mailID)).toBe('sending');
  expect(await send(mailID)).toBe('sent');
  expect(sink.received).toHaveLength(1);
});

test('without a mail server mails go to the outbox', async () => {
  const mailID = await store();
  expect(await sendMailJob({ mailID }, { mailTransport: undefined })).toBe('outbox');
  expect((await listOutbox(1))[0]).toMatchObject({ mailID, text: expect.stringContaining('token=abc') });
});

test('the stored text can’t be read without the key', async () => {
  const mailID = await store();
  expect(JSON.stringify(await MailModel.findById(mailID).lean())).not.toContain('token');
});

describe('mails whose job was never made', () => {
  let queue: Queue;
  beforeEach(async () => {
    await MailModel.deleteMany({});
    const { url, prefix } = await testRedis();
    queue = createQueue('mail', { redisUrl: url, prefix });
  });
  afterEach(() => queue.close());

  test('get it once they are old enough, once', async () => {
    const mailID = await store();
    expect(await enqueueForgottenMails(queue)).toBe(0);
    await MailModel.updateOne({ _id: mailID }, { $set: { createdAt: new Date(Date.now() - 61_000) } });
    await enqueueForgottenMails(queue);
    await enqueueForgottenMails(queue);
    expect(await queue.count()).toBe(1);
    expect((await queue.getJob(`send-mail.${mailID}`))?.data).toEqual({ mailID });
  });

  test('one that was tried and lost its job with Redis gets another; one that was given up does not', async () => {
    const [lost, given] = [await store(), await store()];
    await MailModel.updateMany({}, { $set: { createdAt: new Date(0), attempts: 1, state: 'sending' } });
    await markFailed(given);
    await enqueueForgottenMails(queue);
    expect(await queue.getJob(`send-mail.${given}`)).toBeNull();
    expect((await queue.getJob(`send-mail.${lost}`))?.data).toEqual({ mailID: lost });
  });

  test('a worker that ends makes no further jobs of mails that were made in bulk', async () => {
    const ending = new AbortController();
    const stored = async () => {
      const mailIDs = [await storeSummary()];
      ending.abort();
      return mailIDs;
    };
    await expect(mailNotices(queue, stored, ending.signal)).rejects.toMatchObject({ name: 'AbortError' });
    expect(await queue.count()).toBe(0);
  });

  test('somebody who waits for a mail gets it before those that were made in bulk, forgotten or not', async () => {
    const inBulk = await Promise.all(Array.from({ length: 3 }, storeSummary));
    await mailNotices(queue, async () => inBulk);
    const first = await store();
    await enqueue(queue, 'send-mail', { mailID: first }, { urgent: true });
    expect((await queue.getNextJob())?.data).toEqual({ mailID: first });
    const forgotten = await store();
    await MailModel.updateMany({}, { $set: { createdAt: new Date(0) } });
    await enqueueForgottenMails(queue);
    expect((await queue.getNextJob())?.data).toEqual({ mailID: forgotten });
    expect((await queue.getNextJob())?.data).toEqual({ mailID: inBulk[0] });
  });
});
