import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { AppError } from '@partnerdesk/contracts';
import { finishForgottenChanges } from '../../accounts';
import { journalDigest } from '../../ledger';
import { auditDigest, type ChainDigest, canonicalJson, deliverForgotten, domainConfig } from '../../platform';
import { exportedAfter, exportedBefore, type LedgerFile } from './export-files';

/** What a file of an export holds. */
interface FileManifest {
  lines: number;
  /** Of the whole file, hex. */
  sha256: string;
  /** Sums of money in it, by field; cents. */
  sums: Record<string, number>;
}

/** What an export consists of; written last, so that one that was cut off has none. */
export interface ExportManifest {
  format: 1;
  timeZone: string;
  exportedAt: string;
  /**
   * The record through which the ledger is exported, and its hash. What records change (day totals, pay files …) is as
   * one of the records from `from` to `number` left it; each says which.
   */
  journal: { from: number; number: number; hash?: string };
  /** The last line of the audit log's chain, and its hash. What is sealed is as one of the lines from `from` on left it. */
  auditLog: ChainDigest & { from: number };
  files: Record<string, FileManifest>;
}

/** Bytes that a file waits with before it writes them. */
const CHUNK = 2 ** 16;

/**
 * Writes the whole ledger through one record of the journal as NDJSON with a manifest, while the system runs
 * (docs/RULES.md, Proof). Memory does not grow with it.
 * @param directory an empty one, or one that does not exist
 * @param onProgress receives the number of lines so far
 * @throws AppError conflict: the directory is not empty
 */
export async function exportLedger(
  directory: string,
  onProgress: (lines: number) => void = () => {},
): Promise<ExportManifest> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if ((await readdir(directory)).length > 0) throw new AppError('conflict', `${directory} is not empty`);
  const files: ExportManifest['files'] = {};
  let lines = 0;
  const writeAll = async (ledgerFiles: readonly LedgerFile[]) => {
    for (const file of ledgerFiles) {
      files[file.name] = await writeFileOf(directory, file, () => {
        lines += 1;
        if (lines % 1000 === 0) onProgress(lines);
      });
    }
  };
  const { number: from } = await journalDigest();
  // Their records are part of what the lines until now have changed.
  await finishForgottenChanges();
  const { number: firstLine } = await auditDigest();
  await writeAll(exportedBefore());
  const end = await journalDigest();
  await deliverForgotten(new Date());
  const auditLog = await auditDigest();
  await writeAll(exportedAfter(end.number, auditLog.number));
  const manifest: ExportManifest = {
    format: 1,
    timeZone: domainConfig().timeZone,
    exportedAt: new Date().toISOString(),
    journal: { from, ...end },
    auditLog: { ...auditLog, from: firstLine },
    files,
  };
  await writeFile(join(directory, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, {
    mode: 0o600,
    flag: 'wx',
  });
  return manifest;
}

async function writeFileOf(
  directory: string,
  { name, sums: fields = [], documents }: LedgerFile,
  onLine: () => void,
): Promise<FileManifest> {
  const stream = createWriteStream(join(directory, `${name}.ndjson`), { mode: 0o600, flags: 'wx' });
  const hash = createHash('sha256');
  const sums = Object.fromEntries(fields.map((field) => [field, 0]));
  let lines = 0;
  let chunk = '';
  const flush = async () => {
    hash.update(chunk);
    if (!stream.write(chunk)) await once(stream, 'drain');
    chunk = '';
  };
  try {
    for await (const document of documents()) {
      chunk += `${canonicalJson(document)}\n`;
      lines += 1;
      for (const field of fields) sums[field] = (sums[field] ?? 0) + Number(document[field] ?? 0);
      onLine();
      if (chunk.length > CHUNK) await flush();
    }
    await flush();
  } finally {
    stream.end();
    await finished(stream);
  }
  return { lines, sha256: hash.digest('hex'), sums };
}
