import net from 'node:net';
import { runCommand } from '../commands/registry';
import type { Engine } from '../engine/engine';
import { asMongoError, MongoError } from '../errors';
import { encodeReply, HEADER_BYTES, messageLength, ProtocolError, parseMessage, requestIdOf } from './wire';

/** Gathers what comes in until a message is whole. */
class Inbox {
  private chunks: Buffer[] = [];
  private size = 0;

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
  }

  /** The next whole message, if it is there. Throws ProtocolError as soon as the header is wrong. */
  take(): Buffer | undefined {
    if (this.size < HEADER_BYTES) return undefined;
    if (this.chunks[0]!.length < HEADER_BYTES) this.chunks = [Buffer.concat(this.chunks)];
    const length = messageLength(this.chunks[0]!);
    if (this.size < length) return undefined;
    const all = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks);
    this.chunks = all.length > length ? [all.subarray(length)] : [];
    this.size -= length;
    return all.subarray(0, length);
  }
}

async function answer(engine: Engine, message: Buffer): Promise<Buffer[] | undefined> {
  let legacy = false;
  let silent = false;
  try {
    const request = parseMessage(message);
    legacy = request.legacy;
    silent = request.silent;
    const reply = await runCommand(engine, request);
    return silent ? undefined : encodeReply(request.requestId, legacy, reply);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (!(error instanceof MongoError)) process.stderr.write(`embedded-mongo: ${(error as Error)?.stack}\n`);
    return silent ? undefined : encodeReply(requestIdOf(message), legacy, errorReply(error));
  }
}

/** An error as the document that a driver expects. */
export function errorReply(error: unknown): object {
  const { message, code, codeName, extra } = asMongoError(error);
  return { ok: 0, errmsg: message, code, codeName, ...extra };
}

function serve(engine: Engine, socket: net.Socket): void {
  const inbox = new Inbox();
  let busy = false;
  socket.setNoDelay(true);
  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      for (let message = inbox.take(); message; message = inbox.take()) {
        socket.pause();
        const reply = await answer(engine, message);
        if (reply && socket.writable) {
          socket.cork();
          for (const part of reply) socket.write(part);
          socket.uncork();
        }
      }
      socket.resume();
    } catch {
      // What isn't the protocol can't be answered in it.
      socket.destroy();
    } finally {
      busy = false;
    }
  };
  socket.on('data', (chunk: Buffer) => {
    inbox.add(chunk);
    void work();
  });
  socket.on('error', () => socket.destroy());
}

export interface Listening {
  port: number;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/** Listens on the loopback address only. Rejects with a clear line if the port is taken. */
export function listen(engine: Engine, port: number): Promise<Listening> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    serve(engine, socket);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} on 127.0.0.1 is taken`) : error),
    );
    server.listen(port, '127.0.0.1', 2048, () => {
      const address = server.address() as net.AddressInfo;
      resolve({
        port: address.port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            for (const socket of sockets) socket.destroy();
          }),
      });
    });
  });
}
