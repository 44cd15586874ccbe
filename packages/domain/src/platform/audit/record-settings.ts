import { ignoreDuplicates, plainModel } from '../collections';
import { SYSTEM_ACTOR } from './audit';
import { carriesAudit, deliverAudit, withAudit } from './audit-outbox';

type RecordedSettings = { _id: string; settings: Record<string, string>; version: number };

export const RecordedSettingsModel = plainModel<RecordedSettings>(
  'RecordedSettings',
  'recordedSettings',
  String,
  [],
  carriesAudit,
);

/** Records with what settings (without secrets) a program starts, if they are not those of its last start. */
export async function recordSettings(program: string, settings: Record<string, string>): Promise<void> {
  const last = await RecordedSettingsModel.findById(program).lean<RecordedSettings>();
  const { settings: known = {}, version = 0 } = last ?? {};
  const changed = [...new Set([...Object.keys(known), ...Object.keys(settings)])].filter(
    (name) => known[name] !== settings[name],
  );
  if (changed.length === 0) return;
  const valuesOf = (values: Record<string, string>) =>
    Object.fromEntries(changed.map((name) => [name, values[name] ?? '']));
  const update = withAudit(
    { $set: { settings, version: version + 1 } },
    {
      actor: SYSTEM_ACTOR,
      action: 'settings.changed',
      subject: { type: 'server', id: program },
      ...(last && { before: valuesOf(known) }),
      after: valuesOf(settings),
    },
  );
  // A duplicate: another server of the same program starts at this moment, and records them.
  await ignoreDuplicates(
    RecordedSettingsModel.updateOne({ _id: program, version }, update, { upsert: !last }).exec(),
  );
  await deliverAudit(RecordedSettingsModel, { _id: program });
}
