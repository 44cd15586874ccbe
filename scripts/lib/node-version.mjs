// Read by every Node that knows modules: nothing newer than that may stand here.

const NEEDED = [20, 19];

/**
 * @param {string} version such as `20.19.0`
 * @returns {string | undefined} the line that names the remedy, if it is too old
 */
export function nodeProblem(version) {
  const parts = version.split('.').map(Number);
  const enough = parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
  if (enough) return undefined;
  return `Node ${version} is too old: install ${NEEDED.join('.')} or newer from https://nodejs.org and try again.`;
}

/** @returns {boolean} false: it was printed, and the exit code is set */
export function requireNode() {
  const problem = nodeProblem(process.versions.node);
  if (!problem) return true;
  console.error(problem);
  process.exitCode = 1;
  return false;
}
