import { Failure } from './failure.mjs';
import { answers } from './ports.mjs';

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
