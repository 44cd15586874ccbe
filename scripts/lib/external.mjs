import { Failure } from './failure.mjs';
import { answers } from './ports.mjs';

/** What each address names: its form, and what stands in for a server that it does not name. */
const SERVERS = {
  MONGO_URL: {
    form: /^mongodb(?:\+srv)?:\/\/(?:[^@/\s]*@)?(\[[^\]\s]+\]|[^:,/?\s]+)(?::(\d+))?/,
    example: 'mongodb://127.0.0.1:27017/partnerdesk',
    port: 27017,
    own: 'the built-in database',
  },
  REDIS_URL: {
    form: /^rediss?:\/\/(?:[^@/\s]*@)?(\[[^\]\s]+\]|[^:,/?\s]+)(?::(\d+))?/,
    example: 'redis://127.0.0.1:6379',
    port: 6379,
    own: 'a Redis of its own',
  },
};

/**
 * Finds out before anything is started whether a server that the environment names is there. What is found through
 * DNS (`mongodb+srv:`) is left to the driver.
 * @param {'MONGO_URL' | 'REDIS_URL'} name
 * @param {string} address never printed: it may hold a password
 * @throws {Failure} when it is no address, or does not answer
 */
export async function requireAnswer(name, address) {
  const { form, example, port: defaultPort, own } = SERVERS[name];
  const match = form.exec(address);
  if (!match) {
    throw new Failure(
      `${name} is not an address such as ${example}: correct it, or unset ${name} for ${own}.`,
    );
  }
  if (address.startsWith('mongodb+srv:')) return;
  const host = match[1].replace(/^\[|\]$/g, '');
  const port = Number(match[2] ?? defaultPort);
  if (await answers(port, host)) return;
  throw new Failure(
    `${name} names ${host}:${port}, where nothing answers: start that server, or unset ${name} for ${own}.`,
  );
}
