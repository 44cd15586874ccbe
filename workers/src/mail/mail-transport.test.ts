import type { Mail } from '@partnerdesk/domain';
import { startSmtpSink } from '@partnerdesk/testing';
import { createMailTransport } from './mail-transport';

test('a mail server that never answers holds up other mails no longer than it is given', async () => {
  const sink = await startSmtpSink();
  sink.mode = 'hang';
  const transport = createMailTransport(sink.url, 'office@example.com', 200);
  const mail = {
    mailID: 'm1',
    to: 'ann@example.com',
    subject: 'Hello',
    text: 'Hello',
    createdAt: new Date(0),
  };
  expect(await transport.deliver(mail as Mail, async () => {})).toMatchObject({ outcome: 'unknown' });
  expect(sink.received).toHaveLength(1);
  transport.close();
  await sink.close();
});
