import { ACCOUNT_KINDS } from '@partnerdesk/contracts';
import { numbered, random } from './data.mjs';
import { bench, median, report, spreadOf, timed, timesOf } from './frame.mjs';

const BATCH = 1000;
/** Of each kind of search. */
const RUNS = 100;
const SYLLABLES =
  'ba be bi bo ca ce da de fa fe ga ge ha he ja ka ki la le li lo ma me mi na ne no pa pe ra re ri ro sa se so ta te va zo'.split(
    ' ',
  );
/** What one search may take, in ms. */
const LIMIT_MS = 50;

const about = `Makes as many people as the time allows, at most --affiliates and --members, and prints what each kind of
search takes in the domain (database round trips included). With both at 100000 it shows every sort, the first page and
page 1,000 of so many rows.`;
const options = { minutes: 5, affiliates: 200_000, members: 2_000_000 };

bench('search', { about, options, needs: 'database' }, async ({ domain, values }) => {
  const { affiliates, members } = values;
  const budgetMs = values.minutes * 60_000;
  const made = { affiliate: 0, member: 0 };
  let spentMs = 0;
  while (made.member < members && spentMs < budgetMs)
    spentMs += await timed(() => addBatch(domain, made, members / affiliates));
  const searches = await searchAll(domain, made);
  const slowest = (share) => Math.max(...searches.map((search) => search[share]));
  const what = `slowest kind of search, ${made.member} members`;
  report(`${what}, p50`, slowest('p50'), 'ms');
  report(`${what}, p95`, slowest('p95'), 'ms', { atMost: LIMIT_MS });
});

function name(syllables) {
  const text = Array.from({ length: syllables }, () => SYLLABLES[random(SYLLABLES.length)]).join('');
  return text.replace(/^./, (letter) => letter.toUpperCase());
}

async function addBatch({ AffiliateModel, MemberModel, nameKeysOf, emailKeyOf }, made, membersPerAffiliate) {
  const affiliates = numbered(BATCH).map(() => {
    made.affiliate += 1;
    const names = { firstName: name(2), lastName: name(3) };
    const emailAddress = `${names.firstName}.${names.lastName}.${made.affiliate}@example.com`;
    const account = { status: random(3), accountStatus: 1, sessionVersion: 0, passcode: '', version: 0 };
    const address = { address1: `Main Street ${made.affiliate}`, address2: '', postalCode: '10001' };
    const payment = { paymentInfoSet: true, paymentType: random(3), payPalUserName: emailAddress };
    const bank = { achName: '', achAccountType: 0, achRoutingNumber: '', achAccountNumberEncrypted: '' };
    const tax = { taxIDType: 0, taxIDEncrypted: '', companyName: '' };
    const about = { ...names, ...nameKeysOf(names), ...address, countryID: 1, skypeUserName: '' };
    return {
      affID: made.affiliate,
      trackID: `t${made.affiliate}`,
      emailAddress,
      emailKey: emailKeyOf(emailAddress),
      commission: random(50),
      createdAt: new Date(Date.now() - random(365) * 86_400_000),
      ...account,
      ...about,
      ...payment,
      ...bank,
      ...tax,
    };
  });
  await AffiliateModel.collection.insertMany(affiliates, { ordered: false });
  for (let batch = 0; batch < membersPerAffiliate; batch += 1) {
    const members = numbered(BATCH).map(() => {
      made.member += 1;
      const username = `${name(3)}${made.member}`;
      const emailAddress = `${username}@example.com`;
      const emails = { emailAddress, emailKey: emailKeyOf(emailAddress), emailAddressVerified: true };
      const account = { status: random(2), payPalID: '', credits: random(1000), version: 0 };
      return { memberID: made.member, username, usernameKey: username.toLowerCase(), ...emails, ...account };
    });
    await MemberModel.collection.insertMany(members, { ordered: false });
  }
}

async function searchAll(domain, made) {
  const { searchAccounts, findAnyone, findAccount } = domain;
  const results = [];
  /** @param prepare answers what is timed, which answers the number of rows */
  const time = async (label, prepare) => {
    const rows = [];
    const times = await timesOf(RUNS, async () => {
      const search = await prepare();
      return async () => rows.push(await search());
    });
    results.push({ name: label, rows: median(rows), ...spreadOf(times) });
  };
  const letters = 'abcdefghklmnprstvz';
  for (const kind of ['affiliate', 'member']) {
    const total = async (criteria, page = 1, order = undefined) =>
      (await searchAccounts({ kind, criteria, page, order })).total;
    const anybody = () => findAccount(kind, 1 + random(made[kind]));
    const nameOf = (account) => account.username ?? `${account.firstName} ${account.lastName}`;
    const startOfName = (account, letters) => (account.lastName ?? account.username).slice(0, letters);
    const letter = () => letters[random(letters.length)] ?? 'a';
    const by = (column, descending = false) => ({ column, descending });
    /** A search for what somebody has, who is looked up before. */
    const timeFor = (label, criteriaOf, order) =>
      time(`${kind}: ${label}`, async () => {
        const criteria = criteriaOf(await anybody());
        return () => total(criteria, 1, order);
      });
    const timePlain = (label, search) => time(`${kind}: ${label}`, async () => search);
    await time(`${kind}: id`, async () => {
      const id = 1 + random(made[kind]);
      return () => total({ id });
    });
    await timeFor('whole email', ({ emailAddress }) => ({ email: emailAddress }));
    await timeFor('start of an email', ({ emailAddress }) => ({ email: emailAddress.slice(0, 5) }));
    await timeFor('whole name', (account) => ({ name: nameOf(account) }));
    await timeFor('start of a name', (account) => ({ name: startOfName(account, 5) }));
    const byStatus = by('status', true);
    await timeFor('start of a name, by status', (account) => ({ name: startOfName(account, 6) }), byStatus);
    await timePlain('one letter of a name', () => total({ name: letter() }));
    await timePlain('one letter of an email', () => total({ email: letter() }));
    await timePlain('one letter, page 100', () => total({ name: letter() }, 100));
    await timePlain('nobody', () => total({ name: `xx${letter()}` }));
    for (const column of ACCOUNT_KINDS[kind].sorts) {
      const order = by(column, true);
      await timePlain(`everybody by ${column}`, () => total({}, 1, order));
      await timePlain(`page 1,000 by ${column}, by its number`, () => total({}, 1000, order));
      const { next: cursor = '' } = await searchAccounts({ kind, criteria: {}, page: 999, order });
      await timePlain(`page 1,000 by ${column}, by cursor`, async () => {
        return (await searchAccounts({ kind, criteria: {}, page: 1, cursor, order })).total;
      });
    }
    await timePlain('those of a status, by name', () => total({ status: 1 }, 1, by('name')));
    // Names and emails begin alike, so half of these orders begin with everybody else.
    for (const descending of [false, true])
      for (const [what, column, criteria] of [
        ['one letter and a status, by email', 'email', () => ({ name: letter(), status: 1 })],
        ['one letter, by email', 'email', () => ({ name: letter() })],
        ['one letter of an email, by name', 'name', () => ({ email: letter() })],
      ]) {
        const order = by(column, descending);
        await timePlain(descending ? `${what}, descending` : what, () => total(criteria(), 1, order));
      }
  }
  await time('anyone (Ctrl-K), three letters', async () => {
    const text = name(2).slice(0, 3);
    return async () => (await findAnyone(text, 5)).length;
  });
  console.log(
    `\n${made.affiliate} affiliates, ${made.member} members; ms: the middle, the slowest 5 and 1 of 100`,
  );
  const shown = (...times) => times.map((ms) => ms.toFixed(1));
  console.table(results.map(({ name, rows, p50, p95, p99 }) => [name, rows, ...shown(p50, p95, p99)]));
  return results;
}
