const WIDTH = 30;
const REDRAW_MS = 100;

/**
 * Shows how far a long piece of work is: a bar on a terminal, elsewhere a line every ten percent.
 * @param {string} label @param {number} total how much there is to do, in any unit; 0 when nobody knows
 * @param {string} [unit] what is counted, for the rate
 */
export function progressBar(label, total, unit) {
  const stream = process.stderr;
  const started = Date.now();
  let done = 0;
  let drawn = 0;
  let tenth = 0;

  const share = () => (total > 0 ? Math.min(1, done / total) : 0);
  const percent = () => `${Math.floor(share() * 100)} %`;
  const rate = () => {
    const seconds = (Date.now() - started) / 1000;
    return unit && seconds > 0 ? `, ${Math.round(done / seconds).toLocaleString('en-US')} ${unit}/s` : '';
  };
  return {
    /** @param {number} now how much is done in all */
    update(now) {
      done = now;
      if (!stream.isTTY) {
        if (Math.floor(share() * 10) <= tenth) return;
        tenth = Math.floor(share() * 10);
        stream.write(`${label}: ${percent()}${rate()}\n`);
      } else if (Date.now() - drawn >= REDRAW_MS) {
        const full = Math.round(share() * WIDTH);
        const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
        stream.write(`\r${label} ${bar} ${percent().padStart(5)}${rate()}\x1b[K`);
        drawn = Date.now();
      }
    },
    end(note = 'done') {
      if (stream.isTTY) stream.write('\r\x1b[K');
      stream.write(`${label}: ${note}${rate()}\n`);
    },
  };
}
