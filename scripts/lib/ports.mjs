import { connect, createServer } from 'node:net';

/**
 * A port that is free on the loopback address now. Another process may take it before its user does: who starts a
 * server on it tries again.
 * @returns {Promise<number>}
 */
export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });
}

/**
 * Why nothing can listen there, by its system code (`EADDRINUSE`, `EACCES`, …).
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>} undefined: the port is free
 */
export function portProblem(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) =>
      resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>} whether something accepts a connection
 */
export function answers(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 1000 });
    const end = (/** @type {boolean} */ result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
