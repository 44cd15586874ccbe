import { escapeHtml, NOTICE_TEXT } from '@partnerdesk/contracts';
import { type NoticeRef, UNSUBSCRIBE_PATH } from '@partnerdesk/domain';

/** The page behind a mail's link: asks, says that it is done, or, without a `ref`, that the link is none. */
export function presentUnsubscribe(
  token: string,
  outcome: 'asked' | 'done',
  ref: NoticeRef | undefined,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Switch mails off</title>
</head>
<body>
<main>
<h1>Switch mails off</h1>
${contentOf(token, outcome, ref)}
</main>
</body>
</html>
`;
}

function contentOf(token: string, outcome: string, ref: NoticeRef | undefined): string {
  if (!ref) return '<p>This link is not valid any more. Mails are switched off in your account.</p>';
  const what = escapeHtml(NOTICE_TEXT[ref.notice]);
  if (outcome === 'done')
    return `<p role="status">Done. You get no more mails of this kind: ${what}.</p>
<p>You can switch them on again in your account.</p>`;
  const action = `${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
  return `<p>Mails of this kind: ${what}.</p>
<form method="post" action="${escapeHtml(action)}"><button>Switch off</button></form>`;
}
