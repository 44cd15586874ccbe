import { noteArrival, SILENCE_MS } from './silence';

/** A file that has not come by then is followed byte by byte, in ms. */
const SLOW_MS = 2000;

/** Elements whose file is on its way → when something of it arrived last, in ms. */
const pending = new Map<HTMLElement, number>();

/**
 * Follows the scripts and style sheets that the page loads from now on, as far as `isFollowed`: notes the arrival of each
 * and, of a slow one, of each piece. A script element does not report its progress, so a second request does: the
 * browser serves both from one transfer.
 * @returns ends it
 */
export function followFiles(isFollowed: (url: string) => boolean): () => void {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        const url = fileUrlOf(node);
        if (url && isFollowed(url)) follow(node as HTMLElement, url);
      }
    }
  });
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

/** Fails the files of which nothing arrives, so that another try asks again instead of waiting for the same request. */
export function abandonSilentFiles(): void {
  for (const [element, arrivedMs] of pending) {
    if (Date.now() - arrivedMs >= SILENCE_MS) element.dispatchEvent(new Event('error'));
  }
}

/** Notes each piece of an answer as it arrives. @returns the same answer, to be read by someone else */
export function noteBody(answer: Response): Response {
  void readPieces(answer.clone(), noteArrival).catch(() => undefined);
  return answer;
}

function fileUrlOf(node: Node): string | undefined {
  if (node instanceof HTMLScriptElement) return node.src;
  return node instanceof HTMLLinkElement && node.rel === 'stylesheet' ? node.href : undefined;
}

function follow(element: HTMLElement, url: string): void {
  const abort = new AbortController();
  const note = () => {
    pending.set(element, Date.now());
    noteArrival();
  };
  const slow = setTimeout(() => {
    fetch(url, { signal: abort.signal })
      .then((answer) => readPieces(answer, note))
      .catch(() => undefined);
  }, SLOW_MS);
  const end = () => {
    clearTimeout(slow);
    abort.abort();
    pending.delete(element);
  };
  pending.set(element, Date.now());
  element.addEventListener('load', noteArrival, { once: true });
  for (const type of ['load', 'error']) element.addEventListener(type, end, { once: true });
}

async function readPieces(answer: Response, note: () => void): Promise<void> {
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) note();
}
