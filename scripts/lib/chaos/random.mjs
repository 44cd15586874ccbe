/** Choices that a seed repeats (mulberry32). @param {number} seed */
export function seededRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** An integer from `min` to `max`, both included. @param {number} min @param {number} max */
  const between = (min, max) => min + Math.floor(next() * (max - min + 1));
  return {
    /** From 0 to 1, without it. */
    next,
    between,
    /** @template T @param {readonly T[]} list @returns {T} */
    pick: (list) => list[between(0, list.length - 1)],
    /** @param {number} share from 0 to 1 */
    chance: (share) => next() < share,
    /** @template T @param {readonly T[]} list */
    shuffle: (list) => {
      const mixed = [...list];
      for (let last = mixed.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
      }
      return mixed;
    },
  };
}

/** @typedef {ReturnType<typeof seededRandom>} Random */
