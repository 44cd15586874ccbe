import { Failure, text } from './command.mjs';

/** @satisfies {Record<import('@partnerdesk/contracts').AccountKind, object>} */
const KINDS = { affiliate: text, staff: text, member: text };

/** Flags of commands about one person. */
export const PERSON_OPTIONS = { ...KINDS, data: text };

/** The one person that the flags name. @param {{ [Kind in keyof typeof KINDS]?: string }} values @throws {Failure} when it is not one, or no id */
export function personOf(values) {
  const kinds = /** @type {(keyof typeof KINDS)[]} */ (Object.keys(KINDS));
  const [kind, second] = kinds.filter((name) => values[name] !== undefined);
  const id = kind && /^[1-9]\d{0,14}$/.test(values[kind] ?? '') ? Number(values[kind]) : 0;
  if (!kind || second || !id)
    throw new Failure('Name one person: --affiliate ID, --staff ID or --member ID.');
  return { kind, id };
}

/**
 * @param {import('./domain.mjs').Domain} domain @param {import('@partnerdesk/domain').EncryptingStorage} storage
 * @param {ReturnType<typeof personOf>} person @throws {Failure} when the servers keep the person's pictures in another storage
 */
export async function requireFilesOf(domain, storage, { kind, id }) {
  if (await domain.hasFilesOf(storage, kind, id)) return;
  throw new Failure(
    `No picture of ${kind} ${id} has its file in this storage: DATA_DIR or S3_… must be those of the servers.`,
  );
}
