import { createIcon } from '../create-icon';

/** A framed portrait: the picture of a profile. */
export const Portrait = /* @__PURE__ */ createIcon('portrait', [
  ['rect', { x: '4', y: '2', width: '16', height: '20', rx: '2' }],
  ['circle', { cx: '12', cy: '10', r: '3' }],
  ['path', { d: 'M7 18a5 5 0 0 1 10 0' }],
]);
