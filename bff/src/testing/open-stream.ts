import type { TestApp } from './test-app';
import type { TestClient } from './test-client';

/** A stream as a browser reads it: what came so far, and waiting for more. */
export async function openStream(app: TestApp, client: TestClient, path: string) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const aborter = new AbortController();
  const response = await fetch(app.url + path, {
    headers: { cookie, 'accept-encoding': 'gzip' },
    signal: aborter.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let readTo = 0;
  /** Waits for a part behind the one that was found before. @returns false when the stream ends without it */
  const readUntil = async (part: string) => {
    while (!text.includes(part, readTo)) {
      const { done, value } = await reader.read();
      if (done) return false;
      text += value;
    }
    readTo = text.indexOf(part, readTo) + part.length;
    return true;
  };
  return { response, readUntil, text: () => text, close: () => aborter.abort() };
}
