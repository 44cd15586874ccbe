const { TestEnvironment } = require('jest-environment-jsdom');

/** Attributes by which jsdom's own sheet, the only one that tests have, chooses its rules. */
const STYLING = ['hidden', 'open', 'type', 'disabled', 'style'];

/**
 * jsdom tries each rule on each element, again after each change: a fifth of the time of a screen's tests. Elements of
 * one tag with the same of these attributes share the first one's style. What is inherited is therefore not to be tested.
 */
function sharedStyles(getComputedStyle) {
  const styles = new Map();
  return (element, pseudo) => {
    if (pseudo) return getComputedStyle(element, pseudo);
    const key = JSON.stringify([element.localName, ...STYLING.map((name) => element.getAttribute(name))]);
    if (!styles.has(key)) styles.set(key, getComputedStyle(element));
    return styles.get(key);
  };
}

const LABELABLE = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'];
const FIRST_LABELABLE = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';

/** jsdom walks the whole document for each label of each control, and queries by label or role ask for all of them. */
function findLabelsById(window) {
  const { document } = window;
  const controlOf = (label) =>
    label.hasAttribute('for') ? document.getElementById(label.htmlFor) : label.querySelector(FIRST_LABELABLE);
  const labels = {
    configurable: true,
    get() {
      if (this.type === 'hidden') return null;
      return [...document.getElementsByTagName('label')].filter((label) => controlOf(label) === this);
    },
  };
  for (const name of LABELABLE)
    Object.defineProperty(window[`HTML${name}Element`].prototype, 'labels', labels);
}

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
    global.getComputedStyle = sharedStyles(global.getComputedStyle);
    findLabelsById(global);
    global.structuredClone = structuredClone;
    Object.assign(global.URL, { createObjectURL: () => 'blob:test', revokeObjectURL: () => undefined });
  }
};
