// Reads an affiliate's sales and refunds, page by page; URL and API_KEY in the environment:
//   node read-sales.mjs 2026-03-01 2026-03-31
const [from, to] = process.argv.slice(2);

let cursor = null;
do {
  const query = new URLSearchParams({ from, to, limit: '500', ...(cursor && { cursor }) });
  const answer = await fetch(`${process.env.URL}/api/v1/sales?${query}`, {
    headers: { Authorization: `Bearer ${process.env.API_KEY}` },
  });
  if (answer.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('retry-after'))));
    continue;
  }
  const { data, next, error } = await answer.json();
  if (error) throw new Error(error.message);
  for (const sale of data) console.log(JSON.stringify(sale));
  cursor = next;
} while (cursor);
