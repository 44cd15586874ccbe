import { fieldOf, itemsOf, T, type Val } from '../bson/raw';
import { type Condition, matches, testValue } from './matcher';
import { visit } from './path';

/** The position in the first array on the way of a condition at which it is met: what the positional `$` stands for. */
export function positionIn(conditions: readonly Condition[], doc: Buffer): number | undefined {
  let position: number | undefined;
  for (const condition of conditions) {
    if (condition.kind === 'or') {
      const met = condition.any.find((all) => matches(all, doc));
      position = (met && positionIn(met, doc)) ?? position;
    } else if (condition.kind === 'compare' || condition.kind === 'in')
      position = positionOf(condition, doc) ?? position;
  }
  return position;
}

function positionOf(
  condition: Extract<Condition, { kind: 'compare' | 'in' }>,
  doc: Buffer,
): number | undefined {
  const { path } = condition;
  let val = fieldOf(doc, 0, path.names[0]!);
  let i = 1;
  for (; val?.type === T.object && i < path.parts.length; i++)
    val = fieldOf(val.buf, val.start, path.names[i]!);
  if (val?.type !== T.array) return undefined;
  const test = (item: Val | undefined): boolean => item !== undefined && testValue(condition, item);
  const met = (item: Val): boolean =>
    i === path.parts.length
      ? test(item)
      : item.type === T.object && visit(item.buf, item.start, path, i, false, test);
  const found = itemsOf(val).findIndex(met);
  return found < 0 ? undefined : found;
}
