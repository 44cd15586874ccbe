import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** Answered here; all else is the web server's. */
const CHANGES = '/_dev/changes';
const SCRIPT = '/_dev/reload.js';
const RELOAD = `new EventSource('${CHANGES}').onmessage = () => location.reload();\n`;

/**
 * Stands before the web server of `npm run dev` and adds to each document a script that reloads the page when an event
 * comes: the product itself knows nothing of it.
 * @param {{ port: number, host: string, behind: number }} where `behind`: the web server's port
 */
export async function startDevProxy({ port, host, behind }) {
  /** @type {Set<import('node:http').ServerResponse>} */
  const pages = new Set();
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === SCRIPT) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(RELOAD);
    } else if (incoming.url === CHANGES) {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      outgoing.flushHeaders();
      pages.add(outgoing);
      outgoing.on('close', () => pages.delete(outgoing));
    } else passOn(incoming, outgoing, behind);
  });
  await once(server.listen(port, host), 'listening');
  return {
    reload: () => {
      for (const page of pages) page.write('data: built\n\n');
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Has a server of this machine answer; a document gets the script.
 * @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing @param {number} port
 */
export function passOn(incoming, outgoing, port) {
  const { method, url: path, headers } = incoming;
  const isDocument = headers.accept?.includes('text/html') ?? false;
  const asked = { ...headers, ...(isDocument && { 'accept-encoding': 'identity' }) };
  const onward = request({ port, host: '127.0.0.1', method, path, headers: asked }, (answer) => {
    if (!answer.headers['content-type']?.includes('text/html')) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      return answer.pipe(outgoing);
    }
    text(answer).then(
      (html) => {
        const { etag: _, ...kept } = answer.headers;
        const page = Buffer.from(html.replace('</head>', `<script src="${SCRIPT}" defer></script></head>`));
        outgoing.writeHead(answer.statusCode ?? 502, { ...kept, 'content-length': page.length }).end(page);
      },
      // It was cut off.
      () => outgoing.destroy(),
    );
  });
  onward.on('error', () => {
    if (!outgoing.headersSent) outgoing.writeHead(502);
    outgoing.end();
  });
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
