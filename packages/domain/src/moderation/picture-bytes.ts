import { AppError, MAX_PHOTO_PIXELS, MESSAGE } from '@partnerdesk/contracts';
import { Gate } from '@partnerdesk/node';
import type { Sharp, SharpOptions } from 'sharp';
import { hashOfPixels } from './near-pictures';

/** Longest edge of what is kept, and of a thumbnail, in pixels. */
const KEPT_EDGE = 4096;
const THUMB_EDGE = 320;
const LEAST_EDGE = 16;
const QUALITY = 88;
const THUMB_QUALITY = 72;

/** 'error': a truncated file is refused instead of being filled up with grey. */
const OPTIONS: SharpOptions = { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error', sequentialRead: true };

/** Each that waits holds up to MAX_PHOTO_BYTES; what is refused is sent again by the service. */
export const MAX_WAITING_PICTURES = 20;
/** The largest unpacks to hundreds of megabytes: not many at once. */
const gate = new Gate({
  atOnce: 2,
  maxWaiting: MAX_WAITING_PICTURES,
  refusal: () => new AppError('unavailable', MESSAGE.genericError),
});

type OpenSharp = (bytes: Buffer, options?: SharpOptions) => Sharp;
let opened: Promise<OpenSharp> | undefined;

/** Loaded with the first picture: most processes that use the domain never see one. */
function loadSharp(): Promise<OpenSharp> {
  opened ??= import('sharp').then((module) => {
    const open = module.default;
    // Pictures run side by side; each by itself on one thread leaves the rest to the others.
    open.concurrency(1);
    open.cache(false);
    return open as unknown as OpenSharp;
  });
  return opened;
}

/**
 * Decodes an upload to its last pixel and encodes it again: what is kept holds nothing of the original file but the
 * picture. Its name and declared type count for nothing.
 * @returns `bytes`: JPEG without any metadata, upright
 * @throws AppError unsupported_media_type for other formats; invalid_input for what is too large unpacked, too small,
 *   truncated or broken; unavailable while MAX_WAITING_PICTURES wait
 */
export const cleanPictureOrThrow = (upload: Buffer) => gate.run(() => clean(upload));

async function clean(upload: Buffer): Promise<{ bytes: Buffer; width: number; height: number }> {
  const open = await loadSharp();
  await checkHeaderOrThrow(open, upload);
  try {
    const { data, info } = await open(upload, OPTIONS)
      .autoOrient()
      .resize({ width: KEPT_EDGE, height: KEPT_EDGE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw broken(cause);
  }
}

/** How each format begins. Nothing else reaches the decoder, which knows many more formats than we want to. */
const BEGINNINGS: Record<string, (bytes: Buffer) => boolean> = {
  jpeg: (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff,
  png: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
};
const LONGEST_BEGINNING = 12;

/** What the header says decides before anything is unpacked. */
async function checkHeaderOrThrow(open: OpenSharp, upload: Buffer): Promise<void> {
  const formats = Object.entries(BEGINNINGS);
  const format = upload.length >= LONGEST_BEGINNING && formats.find(([, begins]) => begins(upload))?.[0];
  if (!format) throw new AppError('unsupported_media_type', 'The body must be a JPEG, PNG or WebP picture');
  const metadata = await open(upload, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw broken(cause);
    });
  const { width = 0, height = 0 } = metadata;
  if (width * height > MAX_PHOTO_PIXELS)
    throw new AppError('invalid_input', `The picture has more than ${MAX_PHOTO_PIXELS} pixels`);
  if (width < LEAST_EDGE || height < LEAST_EDGE)
    throw new AppError('invalid_input', `The picture is smaller than ${LEAST_EDGE} pixels`);
}

/** The caller learns that it is broken, the log why. */
const broken = (cause: unknown) =>
  Object.assign(new AppError('invalid_input', 'The picture is truncated or broken'), { cause });

/** A thumbnail and the perceptual hash (hashOfPixels) of a picture that is kept. */
export async function extractOf(picture: Buffer): Promise<{ thumbnail: Buffer; hash: string }> {
  const open = await loadSharp();
  const thumbnail = await open(picture, OPTIONS)
    .resize({ width: THUMB_EDGE, height: THUMB_EDGE, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: THUMB_QUALITY })
    .toBuffer();
  const grey = await open(thumbnail).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  return { thumbnail, hash: hashOfPixels(grey) };
}
