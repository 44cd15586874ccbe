import { docVal, fieldOf, itemsOf, T, type Val } from '../bson/raw';
import { type Condition, matchesAll, meets, testItem } from './matcher';
import { visit } from './path';

/** The position in the first array on the way of a condition at which it is met: what the positional `$` stands for. */
export function positionIn(conditions: readonly Condition[], doc: Buffer): number | undefined {
  let position: number | undefined;
  for (const condition of conditions) {
    if (condition.kind === 'and') position = positionIn(condition.all, doc) ?? position;
    else if (condition.kind === 'or') {
      const met = condition.all.find((inner) => matchesAll([inner], docVal(doc)));
      position = (met && positionIn([met], doc)) ?? position;
    } else if ('path' in condition && condition.kind !== 'not' && condition.kind !== 'size')
      position = positionOf(condition, doc) ?? position;
  }
  return position;
}

function positionOf(condition: Extract<Condition, { path: unknown }>, doc: Buffer): number | undefined {
  const { path } = condition;
  let val = fieldOf(doc, 0, path.names[0]!);
  let i = 1;
  for (; val?.type === T.object && i < path.parts.length; i++)
    val = fieldOf(val.buf, val.start, path.names[i]!);
  if (val?.type !== T.array) return undefined;
  const met = (item: Val): boolean => {
    if (i === path.parts.length)
      return condition.kind === 'elemMatch' ? meets(condition, item) : testItem(condition, item);
    return (
      item.type === T.object &&
      visit(
        item.buf,
        item.start,
        path,
        i,
        false,
        (inner) => inner !== undefined && testItem(condition, inner),
      )
    );
  };
  const found = itemsOf(val).findIndex(met);
  return found < 0 ? undefined : found;
}
