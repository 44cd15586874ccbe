import { createIcon } from '../create-icon';

/** A percentage. */
export const ShareOf = /* @__PURE__ */ createIcon('share-of', [
  ['path', { d: 'M18 6 6 18' }],
  ['circle', { cx: '7.5', cy: '7.5', r: '2.5' }],
  ['circle', { cx: '16.5', cy: '16.5', r: '2.5' }],
]);
