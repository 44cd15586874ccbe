import { appendFileSync } from 'node:fs';

/** Names the file that `npm run bench` has each bench add its figures to, a line of JSON each. */
export const FIGURES_FILE = 'BENCH_FIGURES';

/**
 * @typedef {object} Figure
 * @property {string} what
 * @property {number} value
 * @property {string} unit empty for a ratio
 * @property {number} [goal] without one it is for information
 * @property {boolean} [atLeast] whether the goal is a least; else it is a most
 * @property {string} [against] what a ratio compares with
 */

/** @param {Figure} figure whether it reaches its goal */
export function reachesGoal({ value, goal, atLeast }) {
  return goal === undefined || (atLeast ? value >= goal : value <= goal);
}

/** @param {number} value */
export const shown = (value) =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) >= 100 ? 0 : 2 });

/** @param {Figure} figure @returns {string} its goal, in words; empty if it has none */
export const goalOf = ({ goal, unit, atLeast }) =>
  goal === undefined ? '' : `${atLeast ? 'at least' : 'at most'} ${shown(goal)}${unit && ` ${unit}`}`;

/**
 * Prints a figure, and hands it to `npm run bench`.
 * @param {Figure} figure
 * @returns {boolean} whether it reaches its goal
 */
export function report(figure) {
  const { what, value, unit } = figure;
  const goal = goalOf(figure);
  const reached = reachesGoal(figure);
  console.log(
    `${what}: ${shown(value)}${unit && ` ${unit}`}${goal && ` (goal: ${goal}${reached ? '' : ', MISSED'})`}`,
  );
  const file = process.env[FIGURES_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(figure)}\n`);
  return reached;
}
