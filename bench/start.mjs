import { bench, report } from './frame.mjs';

const about = `Measures how long npm start takes from the command to 'ready': the first start with the demo, then the next ones.`;

bench('start', { about, options: { starts: 3 } }, async ({ start, values: { starts } }) => {
  for (let count = 0; count <= starts; count += 1) {
    const began = performance.now();
    const system = await start.system();
    const seconds = (performance.now() - began) / 1000;
    report(count ? 'next start' : 'first start, with the demo', Number(seconds.toFixed(1)), 's');
    await system.end();
  }
});
