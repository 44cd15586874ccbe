import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Failure } from './failure.mjs';

/** A port that is free on the loopback address now; another process may take it before its user does. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await once(server.close(), 'close');
  return port;
}

/**
 * Finds out before anything is started whether a server can listen there.
 * @param {number} port @param {string} host @param {string} command as the person types it @throws {Failure} with the remedy
 */
export async function requireFreePort(port, host, command) {
  const server = createServer().listen({ port, host, exclusive: true });
  try {
    await once(server, 'listening');
    await once(server.close(), 'close');
  } catch (error) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
    const other = `choose another: ${command} -- --port ${port === 8081 ? 8082 : 8081}`;
    if (code === 'EADDRINUSE') throw new Failure(`Port ${port} is taken: end what uses it, or ${other}`);
    if (code === 'EACCES') throw new Failure(`Port ${port} needs rights that this user lacks: ${other}`);
    const remedy = `set HOST to an address of this machine, or ${other}`;
    throw new Failure(`Nothing can listen on ${host}:${port} (${code ?? message}): ${remedy}`);
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
