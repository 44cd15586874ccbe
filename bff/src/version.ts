import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The product's version, of the package.json beside the folders of the packages; see CHANGELOG.md. */
export const VERSION: string = JSON.parse(
  readFileSync(path.join(__dirname, '../../package.json'), 'utf8'),
).version;
