import { escapeHtml, outboxCall } from '@partnerdesk/contracts';
import { listOutbox, type Mail } from '@partnerdesk/domain';
import { hasOutbox } from '../configuration/configuration.routes';
import { htmlPage } from '../html-page';
import type { AddRoutes } from '../route-deps';

const NEWEST = 50;

/** In development without a mail server only: elsewhere the route does not exist. */
export const addOutboxRoutes: AddRoutes = ({ handle }, { env }) => {
  if (!hasOutbox(env)) return;
  handle(outboxCall, async ({ ctx }) => {
    ctx.type = 'html';
    return presentOutbox(await listOutbox(NEWEST));
  });
};

/** Addresses become links, without the full stop of their sentence: the mails are there to be followed. */
const withLinks = (html: string) =>
  html.replace(/https?:\/\/[^\s<]*[^\s<.]/g, (address) => `<a href="${address}">${address}</a>`);

function presentMail({ to, subject, text, createdAt, replyTo }: Mail): string {
  const from = replyTo ? `, answers to ${escapeHtml(replyTo)}` : '';
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p>To ${escapeHtml(to)}${from}, <time>${createdAt.toISOString()}</time></p>
<pre>${withLinks(escapeHtml(text))}</pre>
</article>`;
}

const presentOutbox = (mails: Mail[]) =>
  htmlPage(
    'Outbox',
    `<h1>Outbox</h1>
<p>Mails of this development server; none was sent. The newest first.</p>
${mails.map(presentMail).join('\n') || '<p>There is no mail.</p>'}`,
  );
