import { SCRIPTS } from './lib/script-help.mjs';

const command = (/** @type {string} */ name) =>
  /^(start|test)$/.test(name) ? `npm ${name}` : `npm run ${name}`;
const width = Math.max(...Object.keys(SCRIPTS).map((name) => command(name).length));
for (const [name, line] of Object.entries(SCRIPTS)) console.log(`${command(name).padEnd(width)}  ${line}`);

console.log(`
One test:  npx jest packages/contracts/src/money.test.ts   npx jest bff/src/routes/login   npx playwright test e2e/visitor.spec.ts
An edit:   screens: npm run dev reloads open pages by itself; servers: end npm start and start it again (README.md, Working on it)`);
