import { AppError, MESSAGE } from '@partnerdesk/contracts';

export const GOOGLE_VERIFY_URL = 'https://www.google.com/recaptcha/api/siteverify';
const TIMEOUT_MS = 5000;

/** Whether Google takes the visitor's token for a person's. @throws AppError unavailable when Google does not answer */
export async function googleAccepts(
  token: string,
  { secret, address, verifyUrl }: { secret: string; address: string; verifyUrl: string },
): Promise<boolean> {
  try {
    const response = await fetch(verifyUrl, {
      method: 'POST',
      redirect: 'error',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { success } = (await response.json()) as { success?: unknown };
    return success === true;
  } catch (cause) {
    throw Object.assign(new AppError('unavailable', MESSAGE.genericError), { cause });
  }
}
