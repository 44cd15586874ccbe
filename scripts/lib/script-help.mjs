/** What each script of package.json does, in the order in which `npm run help` lists them. */
const LIST = `
start               The whole system on this machine; --port N, --data DIR, --no-live, --no-demo, --help
dev                 The same, with the web app built again and open pages reloaded after each edit; NAME…, --port N, --data DIR
test                Everything that is checked, set up from nothing: lint, types, imports, unit, API and browser tests
test:all            The long list besides: whole sizes, every screen in every state, chaos, fuzz; a test that fails once has failed
test:stress         The unit and API tests N times in drawn orders on a busy machine; --rounds N, --seed N, --clock NAME
verify              The same as test
help                This list
build               Compiles the servers and bundles shell and remotes, each if it changed
lint                Lint and format: check only
format              Lint and format: fix what is safe to fix
types               Types of all workspaces, scripts and browser tests, or of those that are named
imports             Who may import whom, and that no imports run in a circle
import              People and events from files: --people FILE, --events FILE
demo                The demo people, events and logins; --scale N for N times as much
rebuild:statistics  Recounts the totals of statistics from the ledger, corrects and reports what is wrong; --from DAY, --to DAY
audit:payroll       Re-adds the whole ledger against every payroll; prints what differs
administrators      Who may enter the office: invite, permissions, close, reopen, end-sessions, link; for emergencies
audit:export        Writes the whole ledger to files that prove it; --out DIR
audit:verify        Checks an export without the product or a database and names what differs; DIR, --digest NUMBER:HASH, --manifest FILE
check:images        Builds the images’ stages without an engine, in clean folders without root, and runs each image
privacy:export      Everything about a person as files: --affiliate ID, --staff ID or --member ID, --out DIR
privacy:erase       Erases a person, whose payments stay for the law: --affiliate ID, --staff ID or --member ID
keys:rotate         Encrypts every tax id, account number, mail and file under the first field key
backup              The built-in database and the pictures into one file, also while they are in use; --out FILE
restore             A backup into an empty data folder, then the audit; --from FILE, --data DIR
chaos               Faults of every kind under load, then the ledger; --minutes N, --seed N
simulate            Histories of servers and workers on virtual time over a faulty database; --seed N, --steps M, --histories H, --seconds S
fuzz                Requests of every kind, drawn from what each endpoint accepts; --requests N, --seed N
check:screens       Every screen and state at every width and in both themes: broken layouts, and WCAG 2.2 AA; --only PATTERN
screenshots         A picture of every screen and state at three widths and in both themes; --only PATTERN, --out DIR
check:mongo         Checks a MongoDB server for the product: version, answers beside the built-in database, tests, plans of queries; URL
create-admin        The first administrator of a business that has none; ADMIN_EMAIL, ADMIN_PASSWORD
release:remote      Releases one remote by itself, or rolls it back; NAME, --from DIR, --share PERCENT, --use VERSION, --back, --list
mongo               The built-in database alone; --data DIR, --port N
bench               Runs every bench and writes docs/BENCHMARKS.md; --only NAME,NAME
bench:scale         Measures 1 to 4 web servers and workers, a call beside a bare handler, a far database, memory; --part, --seconds, --minutes
bench:moderation    Measures the moderators’ decisions; --pictures N, --decisions N
bench:clicks        Measures redirects of links under load, and kills the server; --rate N, --seconds N
bench:mongo         Measures the built-in database; --documents N
bench:payroll       Measures payroll; --persons N, --factor N times the entries
bench:performance   Measures lists of affiliates sorted by performance, and what is done with them in Chromium; --affiliates N, --days N of links each
bench:start         Measures npm start: the first one and the next ones; --starts N
bench:tasks         Counts clicks, keys and time of five tasks in Chromium on the demo
bench:import        Measures the import of events
bench:statistics    Measures a year of site statistics at 100,000 and 1,000,000 events; --events N
bench:abuse         Measures floods of sign-ins, uploads, streams, emails and guesses; --uploads N
bench:audit         Measures audit:payroll on a large ledger; --payrolls N, --entries N
bench:release       Measures the release of waiting events, and audits while events come in; --waiting N, --audits N
bench:contention    Measures events and payroll that compete for the ledger; --persons N, --seconds N
bench:web           Measures the web app in Chromium: first content, sizes, a slow line, actions to next paint, scrolling; --only PART, --runs N
bench:year          A year of events and payrolls: size and time of each month, which stay the same; --events N
bench:search        Measures searches among as many people as five minutes make; --minutes N, --affiliates N, --members N
`;

/** @type {Record<string, string>} */
export const SCRIPTS = Object.fromEntries(
  LIST.trim()
    .split('\n')
    .map((line) => [line.slice(0, 20).trim(), line.slice(20)]),
);
