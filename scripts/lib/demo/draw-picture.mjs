import sharp from 'sharp';
import { seededRandom } from '../chaos/random.mjs';

sharp.concurrency(1);

/** Drawn small and made larger: soft shapes, and a thousand of them in seconds. */
const SMALL = { width: 40, height: 50 };
const FULL = { width: 320, height: 400 };

/**
 * A neutral picture of discs and bands: a JPEG, as small as a thumbnail already, and 9 × 8 pixels for the hash.
 * @param {number} seed @param {number} [tint] a little brighter: nearly the same picture
 */
export async function drawPicture(seed, tint = 0) {
  const { width, height } = SMALL;
  const raw = { width, height, channels: /** @type {const} */ (3) };
  const pixels = paint(seed, tint);
  const small = () => sharp(pixels, { raw });
  const [picture, grey] = await Promise.all([
    small()
      .resize({ ...FULL, fit: 'fill', kernel: 'cubic' })
      .jpeg({ quality: 75 })
      .toBuffer(),
    small().greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer(),
  ]);
  return { picture, grey };
}

/** @param {number} seed @param {number} tint */
function paint(seed, tint) {
  const random = seededRandom(seed).next;
  const colour = () => [60 + random() * 180, 60 + random() * 180, 60 + random() * 180];
  const ground = colour();
  const discs = Array.from({ length: 5 }, () => ({
    x: random() * SMALL.width,
    y: random() * SMALL.height,
    radius: 4 + random() * 12,
    colour: colour(),
  }));
  const band = { angle: random() * Math.PI, width: 4 + random() * 8, colour: colour() };
  const pixels = Buffer.alloc(SMALL.width * SMALL.height * 3);
  for (let y = 0; y < SMALL.height; y += 1) {
    for (let x = 0; x < SMALL.width; x += 1) {
      const across = x * Math.cos(band.angle) + y * Math.sin(band.angle);
      const disc = discs.find((each) => Math.hypot(x - each.x, y - each.y) < each.radius);
      const shown = disc?.colour ?? (Math.floor(across / band.width) % 2 ? band.colour : ground);
      const lighter = shown.map((part) => Math.min(255, part + tint));
      pixels.set(lighter, (y * SMALL.width + x) * 3);
    }
  }
  return pixels;
}
