import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Answer } from '../reference';

/** How a body is sent: with its length, in chunks, or less of it than was promised. */
export type Delivery = 'whole' | 'chunked' | 'cut-off';

/** Longer than any call takes that is not caught in something. */
export const HANG_MS = 20_000;
/** Of an answer so much is read. */
const MAX_TEXT = 2_000_000;

/** A request to send. */
export interface FuzzRequest {
  method: string;
  /** Path and query. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
  delivery: Delivery;
}

/** Sends requests one after the other over one connection, as long as the server keeps it. */
export class Line {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
  }

  /** @throws Error when nothing came back in time */
  send({ method, target, headers, body, delivery }: FuzzRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const call = request({
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        method,
        path: target,
        headers: {
          ...headers,
          ...(body &&
            (delivery === 'chunked'
              ? { 'transfer-encoding': 'chunked' }
              : { 'content-length': lengthOf(body, delivery) })),
        },
      });
      const timer = setTimeout(() => {
        reject(new Error(`no answer within ${HANG_MS} ms`));
        call.destroy();
      }, HANG_MS);
      const done = (answer: Answer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      call.once('error', () => done({ text: '' }));
      call.once('response', (response) => {
        const { statusCode: status } = response;
        const [type] = response.headers['content-type']?.split(';') ?? [];
        const isEncoded = response.headers['content-encoding'] !== undefined;
        let text = '';
        const end = () =>
          done({ ...(status !== undefined && { status }), ...(type && { type }), isEncoded, text });
        // A stream has no end.
        if (type === 'text/event-stream') {
          end();
          call.destroy();
          return;
        }
        response.on('data', (chunk: Buffer) => {
          if (text.length < MAX_TEXT) text += chunk.toString('latin1');
        });
        response.once('close', end);
      });
      if (!body) call.end();
      else if (delivery === 'cut-off') call.write(body, () => setImmediate(() => call.destroy()));
      else if (delivery === 'whole') call.end(body);
      else {
        const middle = body.length >> 1;
        call.write(body.subarray(0, middle));
        call.end(body.subarray(middle));
      }
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

const lengthOf = (body: Buffer, delivery: Delivery) => body.length + (delivery === 'cut-off' ? 10 : 0);

/** Writes bytes as they are, and reads until the server ends the connection. @throws Error when it doesn't in time */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let text = '';
    const timer = setTimeout(() => {
      reject(new Error(`the connection stayed open: ${text.slice(0, 200)}`));
      socket.destroy();
    }, HANG_MS);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(text);
    });
  });
}
