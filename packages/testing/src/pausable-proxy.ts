import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { addressOfPrimary } from '@partnerdesk/testing/services';

/** A way to the database that a test can hold up, so that a job stays where it is. */
export interface PausableProxy {
  /** The given address, through the proxy: its primary alone, to which a driver would otherwise go by itself. */
  url: string;
  pause: () => void;
  /** Pauses once the process sends `text`, which is held as well. @returns resolves then */
  pauseAt: (text: string) => Promise<void>;
  /** Holds the connection alone on which the process sends `text`. @returns resolves then, with what lets it go on */
  holdAt: (text: string) => Promise<() => void>;
  resume: () => void;
  close: () => Promise<void>;
}

/** Stands between a process and the primary of a MongoDB address. */
export async function startPausableProxy(mongoUrl: string): Promise<PausableProxy> {
  const primary = await addressOfPrimary(mongoUrl);
  const sockets = new Set<Socket>();
  const incoming = new Set<Socket>();
  let paused = false;
  let awaited: { text: string; reached: () => void } | undefined;
  const holds = new Map<string, (release: () => void) => void>();
  const held: (() => void)[] = [];
  const pause = () => {
    paused = true;
    for (const socket of incoming) socket.pause();
  };
  const gate = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, pass) {
        const hold = [...holds].find(([text]) => chunk.includes(text));
        if (hold) {
          holds.delete(hold[0]);
          return hold[1](() => pass(null, chunk));
        }
        if (!awaited || !chunk.includes(awaited.text)) return pass(null, chunk);
        held.push(() => pass(null, chunk));
        pause();
        awaited.reached();
        awaited = undefined;
      },
    });
  const server = createServer((socket) => {
    const target = connect(primary.port, primary.host);
    for (const each of [socket, target]) {
      sockets.add(each);
      each.on('error', () => each.destroy());
      each.on('close', () => sockets.delete(each));
    }
    incoming.add(socket);
    socket.on('close', () => {
      incoming.delete(socket);
      target.destroy();
    });
    target.on('close', () => socket.destroy());
    socket.pipe(gate()).pipe(target).pipe(socket);
    if (paused) socket.pause();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve({
        url: primary.through(port),
        pause,
        pauseAt: (text) =>
          new Promise((reached) => {
            awaited = { text, reached };
          }),
        holdAt: (text) => new Promise((reached) => holds.set(text, reached)),
        resume: () => {
          paused = false;
          awaited = undefined;
          for (const pass of held.splice(0)) pass();
          for (const socket of incoming) socket.resume();
        },
        close: () => {
          for (const socket of sockets) socket.destroy();
          return new Promise((closed) => server.close(() => closed()));
        },
      });
    });
  });
}
