/** Files that a clerk sends one after the other; more are refused as too many. */
const FILES = 12;
const FILE_BYTES = 20_000_000;

/** What such a file repeats: rows of another table, a quoted cell without an end, empty lines. */
const CONTENTS = ['a,b\n', '"', '\n'].map((text) => Buffer.alloc(FILE_BYTES, text));
/** A file that could be one, full of payments that nobody made. */
const FULL = Buffer.from(
  `Recipient,Amount,Currency,Unique ID,Status\n${Array.from({ length: 250_000 }, (_, id) => `person-${id}@example.com,1.00,USD,${900_000_000 + id},Completed\n`).join('')}`,
);

/**
 * Sends files of results of the largest size that are none.
 * @param {string} url
 * @param {string} cookie of a session with the permission payroll
 * @returns {Promise<{ text: string }>} what came of them
 */
export async function floodResults(url, cookie) {
  const began = performance.now();
  const statuses = [];
  for (let sent = 0; sent < FILES; sent += 1) {
    const answer = await fetch(`${url}/api/payment-results?format=paypal`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', origin: url, cookie, prefer: 'respond-async' },
      body: [...CONTENTS, FULL][sent % (CONTENTS.length + 1)] ?? null,
    });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  const refused = statuses.filter((status) => status === 400).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return { text: `${refused} of ${FILES} refused as no such file, over after ${seconds} s` };
}
