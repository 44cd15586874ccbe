import { randomUUID } from 'node:crypto';
import { StartError } from '@partnerdesk/node';
import { domainConfig, plainModel, upsert } from '../platform';

/** What holds for an installation as long as it has events. */
interface Installation {
  _id: 'installation';
  /** IANA name. */
  timeZone: string;
}

const InstallationModel = plainModel<Installation>('Installation', 'installation', String);
const ID = 'installation' as const;

/** What distinguishes an installation from others, from its first start on. */
const IdentityModel = plainModel<{ _id: 'identity'; installationID: string }>('Identity', 'identity', String);

/** The id of this installation, made with its first start. */
export async function installationID(): Promise<string> {
  await upsert(IdentityModel, { _id: 'identity' }, { $setOnInsert: { installationID: randomUUID() } });
  const identity = await IdentityModel.findById('identity').lean();
  if (!identity) throw new Error('the installation has no id');
  return identity.installationID;
}

/** The zone that this process made sure of, by the database that it did so for. */
let fixed: { timeZone: string; database: string } | undefined;

/**
 * Stores the business time zone with the first event: every day of the ledger is one of it (docs/RULES.md, Days, money, ids).
 * @throws Error when the stored one is another
 */
export async function fixTimeZoneOrThrow(): Promise<void> {
  const { timeZone } = domainConfig();
  const database = InstallationModel.db.name;
  if (fixed?.timeZone === timeZone && fixed.database === database) return;
  await InstallationModel.updateOne({ _id: ID }, { $setOnInsert: { timeZone } }, { upsert: true });
  await checkTimeZoneOrThrow();
  fixed = { timeZone, database };
}

/**
 * Checks the business time zone against the one of the installation's events, at the start of every process.
 * @throws StartError that says how to change it
 */
export async function checkTimeZoneOrThrow(): Promise<void> {
  const { timeZone } = domainConfig();
  const stored = await InstallationModel.findById(ID).lean();
  if (!stored || stored.timeZone === timeZone) return;
  throw new StartError(
    `BUSINESS_TIMEZONE is ${timeZone}, but the days of this installation's events are those of ${stored.timeZone}. ` +
      `Set BUSINESS_TIMEZONE=${stored.timeZone}. To change the zone, import the people and events into a new, empty database under the new one.`,
  );
}
