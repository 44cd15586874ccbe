/* One way of a picture, from its bytes to its thumbnail: the tests share the storage. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_PHOTO_PIXELS } from '@partnerdesk/contracts';
import { moderator, pictureBytes, useTestDatabase } from '@partnerdesk/testing';
import sharp from 'sharp';
import { LocalStorage, type Storage } from '../platform/storage/storage';
import { decidePicture } from './decide-item';
import { bandsOf, linkNearPictures } from './near-pictures';
import { cleanPictureOrThrow, MAX_WAITING_PICTURES } from './picture-bytes';
import {
  findLostPictures,
  PendingUploadModel,
  PICTURE_NAME,
  processPicture,
  receivePicture,
  removeAbandonedUploads,
} from './picture-files';
import { PictureModel } from './review.models';
import { onReviewChange, openItem, type ReviewChange } from './review-items';
import { listPictures } from './review-queues';

useTestDatabase();

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  storage = new LocalStorage(folder);
});
afterAll(() => rm(folder, { recursive: true }));

const MEMBER = { type: 4, memberID: 9 } as const;
const picture = (photoID: number) => PictureModel.findOne({ photoID }).orFail().lean();

async function add(upload: Buffer, owner: Parameters<typeof receivePicture>[1] = MEMBER): Promise<number> {
  const { photoID } = await receivePicture(storage, owner, upload);
  await processPicture(storage, photoID);
  return photoID;
}

describe('an upload', () => {
  test.each(['jpeg', 'png', 'webp'] as const)(
    '%s is encoded again as JPEG, without metadata',
    async (format) => {
      const upload = await pictureBytes(1, { format });
      expect(upload.includes('secret-owner-name')).toBe(true);
      const { photo, width, height } = await picture(await add(upload));
      expect(photo).toMatch(PICTURE_NAME);
      const kept = (await storage.get(`images/members/${photo}`)) as Buffer;
      const thumbnail = (await storage.get(`thumbs/members/${photo}`)) as Buffer;
      for (const bytes of [kept, thumbnail]) {
        expect(bytes.includes('secret-owner-name')).toBe(false);
        const metadata = await sharp(bytes).metadata();
        expect(metadata).toMatchObject({ format: 'jpeg' });
        expect([metadata.exif, metadata.icc, metadata.xmp, metadata.iptc]).toEqual(Array(4).fill(undefined));
      }
      expect([width, height]).toEqual([320, 400]);
      expect((await sharp(thumbnail).metadata()).height).toBe(320);
    },
  );

  test('what else the file holds is not kept: scripts and archives behind the picture', async () => {
    const script = '<script>alert(1)</script>PK\x03\x04';
    const upload = Buffer.concat([await pictureBytes(17, { format: 'jpeg' }), Buffer.from(script, 'latin1')]);
    const { photo } = await picture(await add(upload));
    const kept = (await storage.get(`images/members/${photo}`)) as Buffer;
    expect(kept.includes('<script>')).toBe(false);
    expect((await sharp(kept).metadata()).format).toBe('jpeg');
  });

  test('so many wait to be decoded, the next one is refused and can be sent again; none leaves anything behind', async () => {
    const base = await pictureBytes(100);
    // Each another file, decoded to the same picture; broken ones among them free their place.
    const uploads = Array.from({ length: 4 * MAX_WAITING_PICTURES }, (_, index) =>
      index % 10 === 5 ? base.subarray(0, 3000 + index) : Buffer.concat([base, Buffer.from([index])]),
    );
    const outcomes = await Promise.allSettled(uploads.map((upload) => cleanPictureOrThrow(upload)));
    const codes = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'taken'));
    const count = (code: string) => codes.filter((each) => each === code).length;
    // Two are decoded, so many wait.
    const taken = MAX_WAITING_PICTURES + 2;
    expect([count('unavailable'), count('invalid_input'), count('taken')]).toEqual([
      uploads.length - taken,
      2,
      taken - 2,
    ]);
    const refused = uploads[codes.indexOf('unavailable')] as Buffer;
    expect(await receivePicture(storage, MEMBER, refused)).toMatchObject({ duplicate: false });
    expect(sharp.counters()).toEqual({ queue: 0, process: 0 });
    expect(await PendingUploadModel.countDocuments()).toBe(0);
  });

  test('what its metadata says is up becomes up', async () => {
    const upload = await sharp(await pictureBytes(2))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(await picture(await add(upload))).toMatchObject({ width: 400, height: 320 });
  });

  test('one that is larger than anybody looks at is made smaller', async () => {
    const upload = await pictureBytes(3, { width: 6000, height: 3000 });
    expect(await picture(await add(upload))).toMatchObject({ width: 4096, height: 2048 });
  });

  const refused: [string, string, () => Promise<Buffer>][] = [
    ['an empty body', 'unsupported_media_type', async () => Buffer.alloc(0)],
    ['text', 'unsupported_media_type', async () => Buffer.from('hello, I am a picture.jpg')],
    ['a GIF', 'unsupported_media_type', () => pictureBytes(1, { format: 'gif' })],
    ['a TIFF', 'unsupported_media_type', () => pictureBytes(1, { format: 'tiff' })],
    [
      'an SVG',
      'unsupported_media_type',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99"/>'),
    ],
    [
      'HTML behind a JPEG’s first bytes',
      'invalid_input',
      async () => Buffer.from('\xff\xd8\xff<html><body>hello</body>', 'latin1'),
    ],
    ['half a JPEG', 'invalid_input', async () => half(await pictureBytes(1))],
    ['half a PNG', 'invalid_input', async () => half(await pictureBytes(1, { format: 'png' }))],
    ['half a WebP', 'invalid_input', async () => half(await pictureBytes(1, { format: 'webp' }))],
    ['one of too few pixels', 'invalid_input', () => pictureBytes(1, { width: 15, height: 400 })],
    ['a small file of too many pixels', 'invalid_input', bomb],
  ];
  const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));

  /** A kilobyte of PNG header and data that claims to be 30,000 pixels wide and high. */
  async function bomb(): Promise<Buffer> {
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    png.writeInt32BE(crc32(png.subarray(12, 29)), 29);
    expect(30_000 * 30_000).toBeGreaterThan(MAX_PHOTO_PIXELS);
    return png;
  }

  test.each(refused)('%s is refused: %s, and leaves nothing behind', async (_, code, make) => {
    await expect(receivePicture(storage, MEMBER, await make())).rejects.toMatchObject({ code });
    expect(await PictureModel.countDocuments({})).toBe(0);
  });

  test('the same again is the one that is there, also twice at once', async () => {
    const upload = await pictureBytes(4);
    const first = await receivePicture(storage, MEMBER, upload);
    expect(await receivePicture(storage, MEMBER, upload)).toEqual({ ...first, duplicate: true });
    const other = await pictureBytes(5);
    const both = await Promise.all([1, 2, 3].map(() => receivePicture(storage, MEMBER, other)));
    expect(new Set(both.map(({ photoID }) => photoID)).size).toBe(1);
    expect(await receivePicture(storage, { type: 4, memberID: 10 }, upload)).toMatchObject({
      duplicate: false,
    });
  });

  test.each([
    [{ type: 1 }, 'staffID'],
    [{ type: 1, staffID: 1, memberID: 1 }, 'memberID'],
    [{ type: 2, staffID: 1 }, 'profileID'],
    [{ type: 3, profileID: 1 }, 'staffID'],
    [{ type: 4, memberID: 1, staffID: 1 }, 'staffID'],
    [{ type: 4 }, 'memberID'],
  ] as const)('an owner that is not one of the type is refused: %j', async (owner, field) => {
    await expect(receivePicture(storage, owner, await pictureBytes(1))).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { [field]: expect.any(String) },
    });
  });
});

describe('making ready', () => {
  test('before it nobody sees the picture, and nobody can judge it', async () => {
    const { photoID } = await receivePicture(storage, MEMBER, await pictureBytes(6));
    expect(await listPictures({ type: 4, order: 'oldest', limit: 9 })).toEqual([]);
    await expect(decidePicture({ photoID, type: 4, to: 1 }, { actor: moderator() })).rejects.toMatchObject({
      code: 'not_found',
    });
    const changes: ReviewChange[] = [];
    const stop = onReviewChange((change) => changes.push(change));
    await processPicture(storage, photoID);
    stop();
    expect(await listPictures({ type: 4, order: 'oldest', limit: 9 })).toHaveLength(1);
    expect(changes).toEqual([{ kind: 'image', id: photoID }]);
  });

  test('twice is once: a judgement made since stays', async () => {
    const photoID = await add(await pictureBytes(7));
    await decidePicture({ photoID, type: 4, to: 2 }, { actor: moderator() });
    expect(await processPicture(storage, photoID)).toBe('done');
    expect((await picture(photoID)).status).toBe(2);
  });

  test('a picture that is gone is no error; one whose file is missing is', async () => {
    expect(await processPicture(storage, 999)).toBe('gone');
    const { photoID } = await receivePicture(storage, MEMBER, await pictureBytes(8));
    await storage.remove(`images/members/${(await picture(photoID)).photo}`);
    await expect(processPicture(storage, photoID)).rejects.toThrow('not in the storage');
  });

  test('one whose job got lost is found again', async () => {
    const { photoID } = await receivePicture(storage, MEMBER, await pictureBytes(9));
    const lostAt = async (now: number) => {
      const lost: number[] = [];
      for await (const each of findLostPictures(now)) lost.push(each);
      return lost;
    };
    expect(await lostAt(Date.now())).toEqual([]);
    expect(await lostAt(Date.now() + 60_000)).toEqual([photoID]);
    await processPicture(storage, photoID);
    expect(await lostAt(Date.now() + 60_000)).toEqual([]);
  });

  test.each([
    ['photo id', { type: 1, staffID: 5 }],
    ['profile picture', { type: 2, staffID: 5, profileID: 6 }],
  ] as const)('a new %s replaces the one before, whichever is ready first', async (_, owner) => {
    const first = await add(await pictureBytes(10), owner);
    const second = await receivePicture(storage, owner, await pictureBytes(11));
    const third = await receivePicture(storage, owner, await pictureBytes(12));
    await processPicture(storage, third.photoID);
    await processPicture(storage, second.photoID);
    const stages = await Promise.all([first, second.photoID, third.photoID].map(picture));
    expect(stages.map(({ stage, listed }) => [stage, listed])).toEqual([
      ['replaced', false],
      ['replaced', false],
      ['ready', true],
    ]);
  });

  test('the picture before the last, sent again, counts again', async () => {
    const owner = { type: 1, staffID: 5 } as const;
    const [first, second] = [await pictureBytes(15), await pictureBytes(16)];
    const before = await add(first, owner);
    await add(second, owner);
    const again = await add(first, owner);
    expect(again).not.toBe(before);
    const rows = await listPictures({ type: 1, order: 'oldest', limit: 9 });
    expect(rows.map(({ picture }) => picture.photoID)).toEqual([again]);
  });

  test('gallery pictures stand side by side', async () => {
    const owner = { type: 3, staffID: 5, profileID: 6 } as const;
    await add(await pictureBytes(13), owner);
    await add(await pictureBytes(14), owner);
    expect(await listPictures({ type: 3, order: 'oldest', limit: 9 })).toHaveLength(2);
  });
});

describe('nearly the same', () => {
  const REASON = { reason: 'Not a person', note: 'a painting' };

  test('another size and quality of a judged picture is marked, with the judgement', async () => {
    const original = await pictureBytes(20);
    const judged = await add(original, { type: 1, staffID: 1 });
    await decidePicture({ photoID: judged, type: 1, to: 2, ...REASON }, { actor: moderator(2) });
    const again = await sharp(original)
      .resize(200)
      .modulate({ brightness: 1.05 })
      .webp({ quality: 40 })
      .toBuffer();
    const photoID = await add(again);
    const [row] = await listPictures({ type: 4, order: 'oldest', limit: 9 });
    const near = { photoID: judged, type: 1, status: 2, by: 'moderator2@example.com', ...REASON };
    expect(row?.near).toMatchObject(near);
    expect((await openItem('image', photoID, moderator())).near).toEqual([expect.objectContaining(near)]);
  });

  test('also when the other is judged later', async () => {
    const original = await pictureBytes(21);
    const photoID = await add(original, { type: 4, memberID: 1 });
    const other = await add(original, { type: 4, memberID: 2 });
    expect((await openItem('image', photoID, moderator())).near).toEqual([]);
    await decidePicture({ photoID: other, type: 4, to: 1 }, { actor: moderator() });
    expect((await openItem('image', photoID, moderator())).near).toMatchObject([
      { photoID: other, status: 1 },
    ]);
  });

  test('two at the same moment find each other', async () => {
    const original = await pictureBytes(22);
    const both = await Promise.all(
      [1, 2].map(
        async (memberID) => (await receivePicture(storage, { type: 4, memberID }, original)).photoID,
      ),
    );
    await Promise.all(both.map((photoID) => processPicture(storage, photoID)));
    expect((await Promise.all(both.map(picture))).map(({ near }) => near)).toEqual([[both[1]], [both[0]]]);
  });

  test('of many that share a part the newest are compared', async () => {
    const hash = '0123456789abcdef';
    // The last bits, which are a part, are the same; of the others more are turned than may differ.
    const turned = BigInt(`0x${hash}`) ^ 0xfff0000000000000n;
    const other = turned.toString(16).padStart(16, '0');
    const base = {
      type: 4,
      photo: '',
      width: 1,
      height: 1,
      stage: 'ready',
      status: 1,
      near: [],
      decisions: [],
    };
    const alike = (photoID: number, own: string) => ({
      ...base,
      ...{ photoID, photo: `alike-${photoID}`, uploadKey: `alike-${photoID}`, hash: own },
      hashBands: bandsOf(own),
    });
    const many = Array.from({ length: 2000 }, (_, index) => alike(1_000_000 + index, other));
    await PictureModel.collection.insertMany([
      ...many,
      alike(1_002_000, hash),
      alike(1_002_001, hash),
    ] as never[]);
    await linkNearPictures(1_002_001, hash);
    expect((await picture(1_002_001)).near).toEqual([1_002_000]);
  });

  test('other pictures are not marked, nor is one without contrast', async () => {
    const white = (shade: number) =>
      sharp({ create: { width: 100, height: 100, channels: 3, background: { r: shade, g: 255, b: 255 } } })
        .png()
        .toBuffer();
    const ids = [await add(await white(255)), await add(await white(250))];
    for (let seed = 30; seed < 40; seed += 1) ids.push(await add(await pictureBytes(seed)));
    for (const photoID of ids) expect((await picture(photoID)).near).toEqual([]);
  });
});

/** As PNG checks its chunks. */
function crc32(bytes: Buffer): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

describe('a file whose uploader', () => {
  const HOUR_MS = 3_600_000;
  const later = () => removeAbandonedUploads(storage, Date.now() + HOUR_MS + 1000);
  const files = async () => (await readdir(join(folder, 'images/members'))).length;

  test('died before the picture was recorded is removed, others stay', async () => {
    await add(await pictureBytes(81));
    expect(await PendingUploadModel.countDocuments()).toBe(0);
    const before = await files();
    const death = jest.spyOn(PictureModel, 'create').mockRejectedValueOnce(new Error('died here'));
    await expect(receivePicture(storage, MEMBER, await pictureBytes(82))).rejects.toThrow('died here');
    death.mockRestore();
    expect(await files()).toBe(before + 1);
    expect([await removeAbandonedUploads(storage), await later(), await later()]).toEqual([0, 1, 0]);
    expect(await files()).toBe(before);
  });

  test('recorded it while a sweep was removing the file is stored again', async () => {
    let recorded = Promise.resolve({ photoID: 0 });
    const slow: Storage = Object.create(storage);
    slow.remove = async (key) => {
      resume();
      await recorded;
      await storage.remove(key);
    };
    let resume = () => {};
    const record = PictureModel.create.bind(PictureModel);
    const pause = jest.spyOn(PictureModel, 'create').mockImplementationOnce((async (document: object) => {
      paused();
      await resumed;
      return record(document);
    }) as never);
    let paused = () => {};
    const isPaused = new Promise<void>((resolve) => {
      paused = resolve;
    });
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const upload = await pictureBytes(84);
    recorded = receivePicture(storage, MEMBER, upload);
    await isPaused;
    await removeAbandonedUploads(slow, Date.now() + HOUR_MS + 1000);
    const { photoID } = await recorded;
    pause.mockRestore();
    expect(await storage.get(`images/members/${(await picture(photoID)).photo}`)).not.toBeNull();
    expect(await receivePicture(storage, MEMBER, upload)).toEqual({ photoID, duplicate: true });
    expect(await PendingUploadModel.countDocuments()).toBe(0);
  });

  test('was only paused for very long is stored again', async () => {
    const record = PictureModel.create.bind(PictureModel);
    const pause = jest.spyOn(PictureModel, 'create').mockImplementationOnce((async (document: object) => {
      await later();
      return record(document);
    }) as never);
    const { photoID } = await receivePicture(storage, MEMBER, await pictureBytes(83));
    pause.mockRestore();
    expect(await storage.get(`images/members/${(await picture(photoID)).photo}`)).not.toBeNull();
  });
});
