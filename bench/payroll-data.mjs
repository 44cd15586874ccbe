/** Where the days begin, how many days each person earns on. */
const FIRST_DAY = '2026-03-01';
export const DAYS = 2;
const BATCH = 5000;

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 * @param {number} [first] the id of the first one
 */
export async function addPeople(domain, persons, first = 1) {
  const affiliates = Array.from({ length: persons }, (_, index) => ({
    affID: first + index,
    trackID: `T${first + index}`,
    emailAddress: `aff${first + index}@example.com`,
    firstName: 'Ann',
    lastName: `Number ${first + index}`,
    commission: 20,
  }));
  await domain.importPeople({ affiliates });
}

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} persons
 * @param {number} from entries that each person's day has already
 * @param {number} to entries that it shall have
 * @param {number} [first] the id of the first one
 */
export async function addEntries(domain, persons, from, to, first = 1) {
  const { addDays } = await import('@partnerdesk/contracts');
  const started = performance.now();
  /** @type {any[]} */
  let entries = [];
  /** @type {any[]} */
  let totals = [];
  const flush = async () => {
    await domain.EntryModel.collection.insertMany(entries, { ordered: false });
    await domain.DayTotalModel.collection.bulkWrite(totals, { ordered: false });
    entries = [];
    totals = [];
  };
  for (let day = 0; day < DAYS; day += 1) {
    const postedDay = addDays(FIRST_DAY, day);
    const at = new Date(`${postedDay}T15:00:00Z`);
    for (let personID = first; personID < first + persons; personID += 1) {
      const payee = `affiliate:${personID}`;
      for (let entry = from; entry < to; entry += 1) {
        entries.push({
          _id: `${personID}-${day}-${entry}`,
          payee,
          type: 'sale',
          at,
          day: postedDay,
          postedDay,
          amountCents: 1000,
          payoutCents: 200,
          commission: 20,
        });
      }
      totals.push({
        updateOne: {
          filter: { _id: `${payee}:${postedDay}` },
          update: {
            $inc: { postedEntries: to - from, postedCents: 200 * (to - from) },
            $set: { kind: 'affiliate', personID, day: postedDay, open: true, seq: 1 },
          },
          upsert: true,
        },
      });
      if (entries.length >= BATCH) await flush();
    }
  }
  if (totals.length) await flush();
  console.log(
    `${persons * DAYS * to} entries there after ${((performance.now() - started) / 1000).toFixed(2)} s`,
  );
}
