import { appendFileSync } from 'node:fs';
import { Failure } from '../scripts/lib/failure.mjs';

/** Names the file that `npm run bench` has each bench add its figures to, a line of JSON each. */
export const FIGURES_FILE = 'BENCH_FIGURES';

/** Whether a figure reaches its goal, `atMost` or `atLeast`; without one it is for information. */
export const reachesGoal = ({ value, atMost = Infinity, atLeast = -Infinity }) =>
  value <= atMost && value >= atLeast;

export const shown = (value) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

/** A figure's goal in words; empty if it has none. */
export function goalOf({ atMost, atLeast, unit }) {
  const goal = atMost ?? atLeast;
  if (goal === undefined) return '';
  return `${atMost === undefined ? 'at least' : 'at most'} ${shown(goal)}${unit && ` ${unit}`}`;
}

let missed = false;
/** Whether a figure of this process missed its goal. */
export const hasMissed = () => missed;

/** Prints a figure, and hands it to `npm run bench`. */
export function report(what, value, unit, goal = {}) {
  if (!Number.isFinite(value)) throw new Failure(`${what}: nothing was measured.`);
  const figure = { what, value, unit, ...goal };
  const isMissed = !reachesGoal(figure);
  missed ||= isMissed;
  const words = goalOf(figure);
  const end = words && ` (goal: ${words}${isMissed ? ', MISSED' : ''})`;
  console.log(`${what}: ${shown(value)}${unit && ` ${unit}`}${end}`);
  const file = process.env[FIGURES_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
}
