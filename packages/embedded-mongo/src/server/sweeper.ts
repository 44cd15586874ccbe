import type { Val } from '../bson/raw';
import { toVal } from '../bson/write';
import type { Engine } from '../engine/engine';
import { eachMatch } from '../plan/find';
import { planFor } from '../plan/planner';
import { idOf } from '../plan/scan';
import { compileField, matches } from '../query/matcher';
import type { CollectionInfo, IndexInfo } from '../store/catalog';

const lessThan = (date: Date): Val => toVal({ $lt: date });
const CHUNK = 200;

/** Deletes what a TTL index says has expired: documents with a date older than its seconds, seen from `now`. */
async function expireDocuments(engine: Engine, info: CollectionInfo, index: IndexInfo): Promise<void> {
  const before = new Date(engine.now() - index.expireAfterSeconds! * 1000);
  const conditions = compileField(index.pattern.paths[0]!.text, lessThan(before));
  const ids: Buffer[] = [];
  await eachMatch(engine, info, planFor(index, conditions), conditions, (doc) => {
    // A partial TTL index expires only what it holds.
    if (!index.partial || matches(index.partial, doc)) ids.push(idOf(doc));
    return true;
  });
  for (let at = 0; at < ids.length; at += CHUNK)
    await engine.store.write(() => {
      const current = engine.catalog.current(info.ns);
      if (current?.tree !== info.tree) return;
      for (const id of ids.slice(at, at + CHUNK)) {
        const doc = engine.records.get(current, id);
        if (doc && matches(conditions, doc) && (!index.partial || matches(index.partial, doc)))
          engine.records.remove(current, doc);
      }
    });
}

export async function sweep(engine: Engine): Promise<void> {
  engine.cursors.expire();
  await engine.sessions.expire();
  for (const info of [...engine.catalog.all()])
    for (const index of info.indexes)
      if (index.expireAfterSeconds !== undefined && index.ready) await expireDocuments(engine, info, index);
}
