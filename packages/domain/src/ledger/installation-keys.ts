import { createHmac } from 'node:crypto';
import { type FieldKey, StartError } from '@partnerdesk/node';
import { domainConfig, plainModel, upsert } from '../platform';

/** By which keys the installation's data was written: a digest of each, by its id. */
interface WrittenKeys {
  /** Name of the setting. */
  _id: 'FIELD_KEYS' | 'PROOF_KEY';
  keys: Record<string, string>;
}

const WrittenKeysModel = plainModel<WrittenKeys>('WrittenKeys', 'writtenKeys', String);

const digestOf = ({ key }: FieldKey) =>
  createHmac('sha256', key).update('partnerdesk key').digest('hex').slice(0, 32);

/**
 * Checks at the start of every process that it has every key by which the data was written, and notes the one by which it
 * will be. With others it could read nothing that is stored, and would sign what nobody else can verify.
 * @throws StartError
 */
export async function checkKeysOrThrow(): Promise<void> {
  const { fieldKeys, proofKeys } = domainConfig();
  await checkOrThrow('FIELD_KEYS', fieldKeys);
  await checkOrThrow('PROOF_KEY', proofKeys);
}

async function checkOrThrow(name: WrittenKeys['_id'], keys: readonly FieldKey[]): Promise<void> {
  const [first] = keys;
  if (!first) return;
  const written = (await WrittenKeysModel.findById(name).lean())?.keys ?? {};
  for (const [id, digest] of Object.entries(written)) {
    const own = keys.find((each) => each.id === id);
    if (!own)
      throw new StartError(`${name} lacks the key ${id}, by which data of this installation was written.`);
    if (digestOf(own) !== digest)
      throw new StartError(
        `${name}: the key ${id} is another one than data of this installation was written by.`,
      );
  }
  if (written[first.id]) return;
  await upsert(WrittenKeysModel, { _id: name }, { $set: { [`keys.${first.id}`]: digestOf(first) } });
}

/** Nothing is written by other field keys any more (keys:rotate). */
export async function forgetFieldKeys(except: string): Promise<void> {
  const written = await WrittenKeysModel.findById('FIELD_KEYS').lean();
  const others = Object.keys(written?.keys ?? {}).filter((id) => id !== except);
  if (others.length > 0)
    await WrittenKeysModel.updateOne(
      { _id: 'FIELD_KEYS' },
      { $unset: Object.fromEntries(others.map((id) => [`keys.${id}`, ''])) },
    );
}
