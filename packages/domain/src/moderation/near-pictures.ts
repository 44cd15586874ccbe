import { IMAGE_STATUS, type NearPicture } from '@partnerdesk/contracts';
import type { Decision } from '../accounts';
import { type Picture, PictureModel } from './review.models';

/** So many that share a part of the hash are compared, the newest first. */
const CANDIDATES = 2000;
/** A picture names so many that look like it. */
const KEPT = 20;
const SHOWN = 5;
/** Two pictures whose hashes differ in at most so many of the 64 bits look nearly the same. */
const NEAR_BITS = 5;
/** One more part than bits that may differ: at least one part is then the same. */
const BANDS = NEAR_BITS + 1;
const BITS = 64;
/** Fewer differences than this in brightness, all over, are no picture to compare. */
const LEAST_CONTRAST = 12;

/**
 * The difference hash of 9 × 8 grey pixels: for each neighbouring pair whether it gets brighter. It survives another
 * size, another quality, a slight change of colours.
 * @returns 16 hex digits; empty for pixels without contrast, which would all look the same
 */
export function hashOfPixels(grey: Uint8Array): string {
  if (Math.max(...grey) - Math.min(...grey) < LEAST_CONTRAST) return '';
  let hash = 0n;
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      hash = (hash << 1n) | ((grey[at] ?? 0) < (grey[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return hash.toString(16).padStart(16, '0');
}

/** In how many bits two hashes differ. */
function bitsApart(a: string, b: string): number {
  const differing = BigInt(`0x${a}`) ^ BigInt(`0x${b}`);
  return differing.toString(2).replaceAll('0', '').length;
}

/** The parts of a hash as they are indexed, each with its place: `0:2fa`. */
export function bandsOf(hash: string): string[] {
  if (!hash) return [];
  const value = BigInt(`0x${hash}`);
  return Array.from({ length: BANDS }, (_, index) => {
    const start = Math.floor((index * BITS) / BANDS);
    const end = Math.floor(((index + 1) * BITS) / BANDS);
    const part = (value >> BigInt(start)) & ((1n << BigInt(end - start)) - 1n);
    return `${index}:${part.toString(16)}`;
  });
}

/** Finds the pictures that look nearly like a hash. Both name each other, since either may be judged first. */
export async function linkNearPictures(photoID: number, hash: string): Promise<void> {
  if (!hash) return;
  const candidates = await PictureModel.find({ hashBands: { $in: bandsOf(hash) }, photoID: { $ne: photoID } })
    .sort({ photoID: -1 })
    .select({ photoID: 1, hash: 1 })
    .limit(CANDIDATES)
    .lean();
  const near = candidates
    .filter((other) => bitsApart(hash, other.hash) <= NEAR_BITS)
    .map((other) => other.photoID)
    .sort((a, b) => b - a)
    .slice(0, KEPT);
  if (near.length === 0) return;
  await PictureModel.updateOne({ photoID }, { $addToSet: { near: { $each: near } } });
  await PictureModel.updateMany({ photoID: { $in: near } }, { $addToSet: { near: photoID } });
}

/** The judged ones among the pictures that look like these, by photoID, the last judgement first. */
export async function judgedNear(pictures: readonly Picture[]): Promise<Map<number, NearPicture[]>> {
  const ids = [...new Set(pictures.flatMap(({ near }) => near.slice(-KEPT)))];
  const found = new Map<number, NearPicture[]>();
  if (ids.length === 0) return found;
  const judged = await PictureModel.find({
    photoID: { $in: ids },
    stage: { $in: ['ready', 'replaced'] },
    status: { $ne: IMAGE_STATUS.unprocessed },
  }).lean();
  const byId = new Map(judged.map((each) => [each.photoID, each]));
  for (const { photoID, near } of pictures) {
    const shown = near
      .flatMap((id) => byId.get(id) ?? [])
      .map(presentNear)
      .sort((a, b) => b.at.localeCompare(a.at))
      .slice(0, SHOWN);
    if (shown.length > 0) found.set(photoID, shown);
  }
  return found;
}

function presentNear({ photoID, type, photo, status, decisions, createdAt }: Picture): NearPicture {
  const last: Partial<Decision> = decisions.at(-1) ?? {};
  const { name: by = '', at = createdAt, reason = '', note = '' } = last;
  return { photoID, type, photo, status, by, at: at.toISOString(), reason, note };
}
