import { createIcon } from '../create-icon';

/** A picture that somebody took: a camera. */
export const Snapshot = /* @__PURE__ */ createIcon('snapshot', [
  ['rect', { x: '2', y: '7', width: '20', height: '13', rx: '2' }],
  ['circle', { cx: '12', cy: '13.5', r: '3.5' }],
  ['path', { d: 'M8 7l1.5-3h5L16 7' }],
]);
