const { TestEnvironment } = require('jest-environment-jsdom');

/** jsdom lacks TextEncoder and fetch; Node's Request refuses relative addresses, which RTK Query makes. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const { global } = this;
    const origin = 'http://localhost';
    Object.assign(global, {
      TextEncoder,
      TextDecoder,
      Headers,
      Response,
      ReadableStream,
      AbortController,
      AbortSignal,
    });
    global.Request = class extends Request {
      constructor(input, init) {
        super(typeof input === 'string' && input.startsWith('/') ? origin + input : input, init);
      }
    };
    global.fetch = (...args) => fetch(...args);
    // Nothing is drawn: a frame comes with the next turn, not 16 ms later, by which time a test may look.
    global.requestAnimationFrame = (draw) => global.setTimeout(() => draw(global.performance.now()));
    global.cancelAnimationFrame = (frame) => global.clearTimeout(frame);
    // jsdom lays nothing out, and complains about it.
    global.scrollTo = () => undefined;
    global.HTMLCanvasElement.prototype.getContext = () => null;
    global.structuredClone = structuredClone;
    Object.assign(global.URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined });
  }
};
