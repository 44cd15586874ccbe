/*
 * Loaded into a server before its own code: on SIGUSR2 its memory fills up to its limit as by a leak, with requests
 * under way, until Node ends it.
 */
process.on('SIGUSR2', () => {
  const kept = [];
  const fill = () => {
    for (let count = 0; count < 1000; count += 1) kept.push(new Array(1000).fill(kept));
    setImmediate(fill);
  };
  fill();
});
