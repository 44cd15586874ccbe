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

async function searchAll({ searchAccounts, findAnyone, findAccount }, made) {
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
  const letter = () => letters[random(letters.length)];
  for (const kind of ['affiliate', 'member']) {
    const anybodysID = () => 1 + random(made[kind]);
    /** @param criteriaOf criteria by somebody who is there @param more of the search: `order`, `page`, `cursor` */
    const search = (label, criteriaOf, more) =>
      time(`${kind}: ${label}`, async () => {
        const criteria = criteriaOf(await findAccount(kind, anybodysID()));
        return async () => (await searchAccounts({ kind, criteria, page: 1, ...more })).total;
      });
    const nameOf = (account) => account.username ?? `${account.firstName} ${account.lastName}`;
    const startOfName = (count) => (account) => ({
      name: (account.lastName ?? account.username).slice(0, count),
    });
    const anyLetter = () => ({ name: letter() });
    const everybody = () => ({});
    await search('id', () => ({ id: anybodysID() }));
    await search('whole email', ({ emailAddress }) => ({ email: emailAddress }));
    await search('start of an email', ({ emailAddress }) => ({ email: emailAddress.slice(0, 5) }));
    await search('whole name', (account) => ({ name: nameOf(account) }));
    await search('start of a name', startOfName(5));
    const byStatus = { order: { column: 'status', descending: true } };
    await search('start of a name, by status', startOfName(6), byStatus);
    await search('one letter of a name', anyLetter);
    await search('one letter of an email', () => ({ email: letter() }));
    await search('one letter, page 100', anyLetter, { page: 100 });
    await search('nobody', () => ({ name: `xx${letter()}` }));
    for (const column of ACCOUNT_KINDS[kind].sorts) {
      const order = { column, descending: true };
      await search(`everybody by ${column}`, everybody, { order });
      await search(`page 1,000 by ${column}, by its number`, everybody, { order, page: 1000 });
      const { next: cursor = '' } = await searchAccounts({ kind, criteria: {}, page: 999, order });
      await search(`page 1,000 by ${column}, by cursor`, everybody, { order, cursor });
    }
    const byName = { order: { column: 'name', descending: false } };
    await search('those of a status, by name', () => ({ status: 1 }), byName);
    // Names and emails begin alike, so half of these orders begin with everybody else.
    for (const descending of [false, true]) {
      const end = descending ? ', descending' : '';
      const byEmail = { order: { column: 'email', descending } };
      const letterAndStatus = () => ({ name: letter(), status: 1 });
      await search(`one letter and a status, by email${end}`, letterAndStatus, byEmail);
      await search(`one letter, by email${end}`, anyLetter, byEmail);
      const order = { column: 'name', descending };
      await search(`one letter of an email, by name${end}`, () => ({ email: letter() }), { order });
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
