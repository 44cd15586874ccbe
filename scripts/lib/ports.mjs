import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A port that is free on the loopback address now; another process may take it before its user does. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await once(server.close(), 'close');
  return port;
}

/** Why nothing can listen there, by its system code (`EADDRINUSE`, `EACCES`, …), if it is so. @param {number} port @param {string} host */
export async function portProblem(port, host) {
  const server = createServer().listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    await once(server.close(), 'close');
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    return code ?? message;
  }
}

/** Whether something accepts a connection. @param {number} port @param {string} [host] */
export async function answers(port, host = '127.0.0.1') {
  const socket = connect({ port, host });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
