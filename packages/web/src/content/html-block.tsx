import { useNavigate } from '@partnerdesk/web/core';
import type { MouseEvent } from 'react';

/** The address inside the app that a click on a plain link asks for. */
function innerPathOf(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin)
    return undefined;
  if (/^\/(api|partner|remotes)\//.test(link.pathname)) return undefined;
  return link.pathname + link.search + link.hash;
}

/** Shows a text block of the office. The server has sanitised it; its links to screens don't reload the app. */
export function HtmlBlock({ html, className = '' }: { html: string; className?: string }) {
  const navigate = useNavigate();
  const followInside = (event: MouseEvent) => {
    const path = innerPathOf(event);
    if (!path) return;
    event.preventDefault();
    navigate(path);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <div
      className={`pd-html ${className}`}
      onClick={followInside}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server, and the policy allows no inline script
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
