import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Failure } from './command.mjs';

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

/** One server: a name or an address, and a port. */
const HOST = /^(\[[^\]\s]+\]|[^:/?\s]+)(?::(\d+))?$/;

/** What each address names: its form, and what stands in for a server that it does not name. */
const SERVERS = {
  MONGO_URL: {
    form: /^mongodb(?:\+srv)?:\/\/(?:[^@/\s]*@)?([^/?\s]+)(?:[/?]|$)/,
    example: 'mongodb://127.0.0.1:27017/partnerdesk',
    port: 27017,
    own: 'the built-in database',
  },
  REDIS_URL: {
    form: /^rediss?:\/\/(?:[^@/\s]*@)?([^,/?\s]+)(?:[/?]|$)/,
    example: 'redis://127.0.0.1:6379',
    port: 6379,
    own: 'a Redis of its own',
  },
};

/**
 * Finds out before anything is started whether a server that the environment names is there: of a replica set, any of
 * the members that are named. What is found through DNS (`mongodb+srv:`) is left to the driver.
 * @param {'MONGO_URL' | 'REDIS_URL'} name @param {string} address never printed: it may hold a password
 * @throws {Failure} when it is no address, or does not answer
 */
export async function requireAnswer(name, address) {
  const { form, example, port: defaultPort, own } = SERVERS[name];
  const hosts = (form.exec(address)?.[1] ?? '').split(',').map((host) => HOST.exec(host));
  if (hosts.includes(null))
    throw new Failure(
      `${name} is not an address such as ${example}: correct it, or unset ${name} for ${own}.`,
    );
  if (address.startsWith('mongodb+srv:')) return;
  const servers = hosts.map((match) => ({
    host: String(match?.[1]).replace(/^\[|\]$/g, ''),
    port: Number(match?.[2] ?? defaultPort),
  }));
  const found = await Promise.all(servers.map(({ host, port }) => answers(port, host)));
  if (found.includes(true)) return;
  const named = servers.map(({ host, port }) => `${host}:${port}`).join(', ');
  const remedy = `start that server, or unset ${name} for ${own}`;
  throw new Failure(`${name} names ${named}, where nothing answers: ${remedy}.`);
}
