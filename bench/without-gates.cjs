/**
 * Loaded before the built web server: takes its gates away, so that bench/abuse.mjs measures what they are for on the
 * same server. Hashes all run at once, nobody is limited or slowed down, a signed call's body is read before anything is
 * checked, and streams have no bound.
 */
const { Gate } = require('../packages/node/dist/gate.js');
const { RateLimiter } = require('../bff/dist/middleware/rate-limit.js');
const { Delays } = require('../bff/dist/middleware/delays.js');
const signedCall = require('../bff/dist/middleware/signed-call.js');
const live = require('../bff/dist/live/live-changes.js');
const { readBytes } = require('../bff/dist/middleware/read-body.js');

Gate.prototype.run = (job) => job();
RateLimiter.prototype.countOrThrow = async () => {};
Delays.prototype.attemptOrThrow = async () => {};

const { signedBody } = signedCall;
signedCall.signedBody = (options) => {
  const step = signedBody(options);
  return async (ctx, next) => {
    await readBytes(ctx, options.limitBytes, { proven: true });
    return step(ctx, next);
  };
};

const { LiveChanges } = live;
live.LiveChanges = class extends LiveChanges {
  constructor(options) {
    super({ ...options, bounds: { all: Number.POSITIVE_INFINITY, each: Number.POSITIVE_INFINITY } });
  }
};
