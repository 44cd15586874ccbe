import { createHash } from 'node:crypto';
import { AppError, SIGNATURE_HEADERS } from '@partnerdesk/contracts';
import type { Redis } from 'ioredis';
import type { Ctx } from '../context';
import { SIGNATURE_VALID_MS } from './signed-call';

const UNDER_WAY = 'under way';

/**
 * Does what a signed call asks for once, however often the same call comes while its signature is valid: a call that
 * somebody has recorded and sends again changes nothing, also when the first has been overtaken by another since.
 * @returns what the first call came to, and whether this one repeats it
 * @throws AppError conflict while the first is under way; what `act` throws, after which the call may be repeated
 */
export async function once<Result>(
  ctx: Ctx,
  { redis, prefix }: { redis: Redis; prefix: string },
  act: () => Promise<Result>,
): Promise<{ result: Result; repeated: boolean }> {
  const key = `${prefix}:signed:${keyOf(ctx)}`;
  const first = await redis.set(key, UNDER_WAY, 'PX', SIGNATURE_VALID_MS, 'NX');
  if (first !== 'OK') {
    const known = await redis.get(key);
    if (known && known !== UNDER_WAY) return { result: JSON.parse(known), repeated: true };
    throw new AppError('conflict', 'This call is being worked on');
  }
  try {
    const result = await act();
    await redis.set(key, JSON.stringify(result), 'PX', SIGNATURE_VALID_MS);
    return { result, repeated: false };
  } catch (error) {
    await redis.del(key);
    throw error;
  }
}

function keyOf(ctx: Ctx): string {
  const signature = ctx.get(SIGNATURE_HEADERS.signature);
  return createHash('sha256').update(`${ctx.method} ${ctx.path} ${signature}`).digest('base64url');
}
