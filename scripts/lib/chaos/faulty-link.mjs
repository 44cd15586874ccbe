import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP line to a port of this machine that can be cut, made slow, or closed to new connections. */
export class FaultyLink {
  #delayMs = 0;
  #closed = false;
  /** @type {Set<import('node:net').Socket>} */
  #sockets = new Set();
  /** What is on its way to a socket. @type {WeakMap<import('node:net').Socket, Promise<void>>} */
  #passing = new WeakMap();
  #server = createServer((near) => this.#join(near));

  /** @param {number} target port that it leads to @param {string} [host] where that port is */
  constructor(target, host = '127.0.0.1') {
    this.target = target;
    this.host = host;
  }

  /** @param {number} [port] @returns {Promise<number>} the port that it listens on */
  async listen(port = 0) {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
    return /** @type {import('node:net').AddressInfo} */ (this.#server.address()).port;
  }

  /** Ends every connection at once, without a word. */
  cut() {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Refuses new connections and ends those that there are. */
  close() {
    this.#closed = true;
    this.cut();
  }

  open() {
    this.#closed = false;
  }

  /** Holds up what passes, in both directions. @param {number} delayMs 0: no more */
  slow(delayMs) {
    this.#delayMs = delayMs;
  }

  end() {
    this.cut();
    this.#server.close();
  }

  /** @param {import('node:net').Socket} near */
  #join(near) {
    if (this.#closed) {
      near.destroy();
      return;
    }
    const far = connect(this.target, this.host);
    for (const from of [near, far]) {
      const to = from === near ? far : near;
      this.#sockets.add(from);
      from.setNoDelay(true);
      from.on('error', () => {});
      from.once('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      from.on('data', (chunk) => this.#pass(chunk, to));
    }
  }

  /** Passes a piece on after those before it. @param {Buffer} chunk @param {import('node:net').Socket} to */
  #pass(chunk, to) {
    const due = Date.now() + this.#delayMs;
    const before = this.#passing.get(to) ?? Promise.resolve();
    const passed = before.then(async () => {
      if (due > Date.now()) await sleep(due - Date.now());
      if (!to.destroyed) to.write(chunk);
    });
    this.#passing.set(to, passed);
  }
}
