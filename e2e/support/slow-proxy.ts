import { createServer, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';

/** How a file is held up. */
interface Slowness {
  /** Nothing of it comes before, in ms. */
  delayMs?: number;
  /** It comes in so many pieces, with a pause before each, in ms. */
  pieces?: number;
  pauseMs?: number;
}

/** A server in front of another one, as a slow line would make it look. */
export interface SlowProxy {
  url: string;
  /** Paths that the browser has asked for, in their order. */
  asked: string[];
  close: () => Promise<void>;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts it; `slownessOf` says by the path what is held up. */
export async function slowProxy(
  target: string,
  slownessOf: (path: string) => Slowness | undefined,
): Promise<SlowProxy> {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    asked.push(path);
    const headers = {
      ...incoming.headers,
      'accept-encoding': 'identity',
      // The server takes writes from its own pages only.
      ...(incoming.headers.origin && { origin: target }),
    };
    const onward = request(new URL(path, target), { method: incoming.method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const slowness = slownessOf(path) ?? {};
      await pause(slowness.delayMs ?? 0);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      await sendPieces(outgoing, Buffer.concat(chunks), slowness);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    asked,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/** Files of the remote that has /contact. */
export const FILE_OF_REMOTE = /^\/remotes\/affiliate\//;

/** Opens /contact by this address and waits for its form; that it takes long is no trouble. */
export async function expectContactShown(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/contact`);
  const trouble = page.getByText('This part of the site cannot be shown right now.');
  const form = page.getByLabel('Subject');
  await expect(form.or(trouble)).toBeVisible({ timeout: 45_000 });
  await expect(trouble).toBeHidden();
}

async function sendPieces(outgoing: ServerResponse, body: Buffer, { pieces = 1, pauseMs = 0 }: Slowness) {
  const size = Math.max(1, Math.ceil(body.length / pieces));
  for (let start = 0; start < body.length; start += size) {
    await pause(pauseMs);
    outgoing.write(body.subarray(start, start + size));
  }
  outgoing.end();
}
