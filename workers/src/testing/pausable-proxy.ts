import { connect, createServer, type Socket } from 'node:net';

/** A way to the database that a test can hold up, so that a job stays where it is. */
export interface PausableProxy {
  /** The given address, through the proxy. */
  url: string;
  pause: () => void;
  resume: () => void;
  close: () => Promise<void>;
}

/** Stands between a process and the server of a mongodb:// address. */
export function startPausableProxy(mongoUrl: string): Promise<PausableProxy> {
  const address = new URL(mongoUrl);
  const sockets = new Set<Socket>();
  const incoming = new Set<Socket>();
  let paused = false;
  const server = createServer((socket) => {
    const target = connect(Number(address.port), address.hostname);
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
    socket.pipe(target).pipe(socket);
    if (paused) socket.pause();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve({
        url: mongoUrl.replace(address.host, `127.0.0.1:${port}`),
        pause: () => {
          paused = true;
          for (const socket of incoming) socket.pause();
        },
        resume: () => {
          paused = false;
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
