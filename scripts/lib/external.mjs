import { Failure } from './failure.mjs';
import { answers } from './ports.mjs';

/**
 * Host and port that an address names first; what is found through DNS (`mongodb+srv:`) is left to the driver.
 * @param {string} address
 * @param {number} defaultPort
 */
function firstHost(address, defaultPort) {
  const match = /^(?:mongodb|rediss?):\/\/(?:[^@/]*@)?(\[[^\]]+\]|[^:,/?]+)(?::(\d+))?/.exec(address);
  return match
    ? { host: match[1].replace(/^\[|\]$/g, ''), port: Number(match[2] ?? defaultPort) }
    : undefined;
}

/**
 * Finds out before anything is started whether a server that the environment names is there.
 * @param {'MONGO_URL' | 'REDIS_URL'} name
 * @param {string} address
 * @throws {Failure} when it does not answer
 */
export async function requireAnswer(name, address) {
  const first = firstHost(address, name === 'MONGO_URL' ? 27017 : 6379);
  if (!first || (await answers(first.port, first.host))) return;
  const own = name === 'MONGO_URL' ? 'the built-in database' : 'a Redis of its own';
  throw new Failure(
    `${name} names ${first.host}:${first.port}, where nothing answers: start that server, or unset ${name} for ${own}.`,
  );
}
