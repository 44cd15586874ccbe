import * as contracts from '@partnerdesk/contracts';
import { DEMO_PASSWORD } from '../scripts/lib/demo/sample.mjs';
import { BEFORE_PICTURES, fillQueue, QUEUE } from './data.mjs';
import { bench, quantiles, report, timed } from './frame.mjs';

/** What the product promises of a step (ms). */
const GOALS = { decide: { atMost: 30 } };
const LOGIN = { EmailAddress: 'moderator@example.com', Password: DEMO_PASSWORD };

const about = `Measures the moderators' decisions in a queue of 50,000 pictures, over a whole system of its own.`;
const options = { pictures: 50_000, decisions: 1000 };

bench('moderation', { about, options, needs: 'system' }, async (the) => {
  const { url, values } = the;
  await fillQueue(the, values.pictures);
  const client = new contracts.ApiClient({ url });
  await client.call(contracts.loginCall, { body: LOGIN });
  await measureDecisions(client, values.decisions);
});

/** The p99 of each step of a decision over HTTP. */
async function measureDecisions(client, count) {
  const times = { claim: [], decide: [], undo: [] };
  let after = BEFORE_PICTURES;
  for (let done = 0; done < count; ) {
    const query = { type: QUEUE.type, status: 0, after };
    const page = await client.call(contracts.imagesForReviewCall, { query });
    for (const { photoID, review, staffID } of page.slice(0, count - done)) {
      const status = 1 + (done % 3);
      const of = { identifier: photoID, photoID, review, staffID, type: QUEUE.type };
      const body = { ...of, status, ...(status === 2 && { reason: 'Not readable' }) };
      const claim = { kind: 'image', id: photoID };
      times.claim.push(await timed(() => client.call(contracts.claimItemCall, { body: claim })));
      times.decide.push(await timed(() => client.call(contracts.updateImageStatusCall, { body })));
      if (done % 20 === 19)
        times.undo.push(await timed(() => client.call(contracts.undoDecisionCall, { body: {} })));
      done += 1;
      after = photoID;
    }
  }
  for (const [what, each] of Object.entries(times))
    report(`p99 to ${what}, queue of pictures`, quantiles(each)(0.99), 'ms', GOALS[what]);
}
