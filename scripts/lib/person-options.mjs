import { Failure } from './failure.mjs';

const KINDS = /** @type {const} */ (['affiliate', 'staff', 'member']);

/** Flags of commands about one person. */
export const PERSON_OPTIONS = /** @type {const} */ ({
  affiliate: { type: 'string' },
  staff: { type: 'string' },
  member: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
});

/**
 * The one person that the flags name.
 * @param {{ affiliate?: string, staff?: string, member?: string }} values
 * @throws {Failure} when it is not one, or no id
 */
export function personOf(values) {
  const [kind, second] = KINDS.filter((name) => values[name] !== undefined);
  const id = kind && /^[1-9]\d{0,14}$/.test(values[kind] ?? '') ? Number(values[kind]) : 0;
  if (!kind || second || !id)
    throw new Failure('Name one person: --affiliate ID, --staff ID or --member ID.');
  return { kind, id };
}
