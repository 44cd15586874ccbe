// Makes promo.mp4 (docs/PRODUCT.md §9), a slow, neutral play of colours: node bff/assets/make-promo-video.mjs
// Needs ffmpeg with libx264 (Debian: apt-get install ffmpeg). Run it only to change the video: the file is kept.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('promo.mp4', import.meta.url));
const picture =
  'gradients=size=320x240:rate=15:duration=10:nb_colors=3:c0=0x22304a:c1=0x3c7a89:c2=0xdbc2cf:x0=0:y0=0:x1=320:y1=240:speed=0.012:seed=7';
const encoding = '-c:v libx264 -profile:v baseline -pix_fmt yuv420p -crf 30 -preset veryslow';
// One thread, no dates and no name of the encoder: the same file every time.
const repeatable = '-threads 1 -map_metadata -1 -fflags +bitexact -flags:v +bitexact';
const options = `-y -v error -f lavfi -i ${picture} ${encoding} ${repeatable} -movflags +faststart`.split(
  ' ',
);

const { status, error } = spawnSync('ffmpeg', [...options, file], { stdio: 'inherit' });
if (error || status !== 0) {
  console.error(error ? `ffmpeg could not be started: ${error.message}` : `ffmpeg ended with code ${status}`);
  process.exit(1);
}
console.log(`${file}: ${statSync(file).size} bytes`);
