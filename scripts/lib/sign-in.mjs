/**
 * Signs in over HTTP.
 * @param {string} url of the web server @param {{ EmailAddress: string, Password: string }} login
 * @param {string} [address] that the visitor comes from, where the server trusts a proxy: sign-ins are limited by address
 * @returns {Promise<string | undefined>} the session's cookies; undefined: it did not answer with one
 */
export async function signIn(url, login, address) {
  const from = address && { 'x-forwarded-for': address };
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, ...from },
    body: JSON.stringify(login),
    signal: AbortSignal.timeout(20_000),
  });
  return answer.status === 200 ? cookiesOf(answer) : undefined;
}

/** @param {Pick<Response, 'headers'>} answer @returns {string | undefined} what it sets, as a request sends it back */
export function cookiesOf({ headers }) {
  const cookies = headers.getSetCookie().map((line) => line.split(';')[0]);
  return cookies.join('; ') || undefined;
}
