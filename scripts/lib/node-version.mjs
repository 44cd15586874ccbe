// Read by every Node that knows modules: nothing newer than that may stand here.

const NEEDED = [20, 19];

/** Last day with security fixes, by major version (Node's release schedule). @type {Record<string, string | undefined>} */
const SUPPORTED_UNTIL = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** The line that names the remedy, if it is too old. @param {string} version such as `20.19.0` */
export function nodeProblem(version) {
  const parts = version.split('.').map(Number);
  const enough = parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
  if (enough) return undefined;
  return `Node ${version} is too old: install ${NEEDED.join('.')} or newer from https://nodejs.org and try again.`;
}

/** The line that says that it gets no fixes any more, if that is so. @param {string} version @param {string} today yyyy-mm-dd */
export function supportNotice(version, today) {
  const until = SUPPORTED_UNTIL[version.split('.')[0]];
  if (!until || today <= until) return undefined;
  return `Node ${version} has had no security fixes since ${until}. The product runs on it; a supported version is at https://nodejs.org.`;
}

/** Prints what is to be known about the running Node. @returns {boolean} false: it is too old, and the exit code is set */
export function requireNode() {
  const problem = nodeProblem(process.versions.node);
  const notice = supportNotice(process.versions.node, new Date().toISOString().slice(0, 10));
  if (problem) console.error(problem);
  else if (notice) console.log(notice);
  if (problem) process.exitCode = 1;
  return !problem;
}
