import { createHmac, randomUUID } from 'node:crypto';
import { type FieldKey, StartError } from '@partnerdesk/node';
import { domainConfig, plainModel, upsert } from '../platform';

/** What holds for an installation as long as it has events. `timeZone`: IANA name. */
const InstallationModel = plainModel<{ _id: 'installation'; timeZone: string }>(
  'Installation',
  'installation',
  String,
);
const ID = 'installation' as const;

/** What distinguishes an installation from others, from its first start on. */
const IdentityModel = plainModel<{ _id: 'identity'; installationID: string }>('Identity', 'identity', String);

export async function installationID(): Promise<string> {
  await upsert(IdentityModel, { _id: 'identity' }, { $setOnInsert: { installationID: randomUUID() } });
  return (await IdentityModel.findById('identity').orFail().lean()).installationID;
}

/** The zone that this process made sure of, by the database that it did so for. */
let fixed: { timeZone: string; database: string } | undefined;

/** Stores the business time zone with the first event (docs/RULES.md, Days, money, ids). @throws StartError: it is another */
export async function fixTimeZoneOrThrow(): Promise<void> {
  const { timeZone } = domainConfig();
  const database = InstallationModel.db.name;
  if (fixed?.timeZone === timeZone && fixed.database === database) return;
  await InstallationModel.updateOne({ _id: ID }, { $setOnInsert: { timeZone } }, { upsert: true });
  await checkTimeZoneOrThrow();
  fixed = { timeZone, database };
}

/** Checks the time zone against that of the installation's events, at the start of every process. @throws StartError */
export async function checkTimeZoneOrThrow(): Promise<void> {
  const { timeZone } = domainConfig();
  const stored = await InstallationModel.findById(ID).lean();
  if (!stored || stored.timeZone === timeZone) return;
  throw new StartError(
    `BUSINESS_TIMEZONE is ${timeZone}, but the days of this installation's events are those of ${stored.timeZone}. ` +
      `Set BUSINESS_TIMEZONE=${stored.timeZone}. To change the zone, import the people and events into a new, empty database under the new one.`,
  );
}

/** By which keys the installation's data was written: by the setting's name a digest of each, by its id. */
interface WrittenKeys {
  _id: 'FIELD_KEYS' | 'PROOF_KEY';
  keys: Record<string, string>;
}
const WrittenKeysModel = plainModel<WrittenKeys>('WrittenKeys', 'writtenKeys', String);

const digestOf = ({ key }: FieldKey) =>
  createHmac('sha256', key).update('partnerdesk key').digest('hex').slice(0, 32);

/**
 * Checks at the start of every process that it has every key by which the data was written, and notes the one by which it
 * will be: with others it could read nothing, and would sign what nobody can verify. @throws StartError
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
