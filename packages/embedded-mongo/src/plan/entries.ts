import { endInKey } from '../bson/key';
import type { Condition } from '../query/matcher';
import type { KeyPattern } from '../query/path';
import type { CollectionInfo, IndexInfo } from '../store/catalog';
import { idLengthIn } from '../store/records';
import { isUnique, type Plan, partsOf } from './planner';

/** A part of an entry: which of its fields, the id behind them. */
type Slot = number;

interface Test {
  slot: Slot;
  /** Its bytes lie in one of these, half open. */
  ranges: [Buffer, Buffer][];
}

/** Reads from the entries of an index, a part after the other, what a query tests and sorts by beyond the ranges of its plan. */
export class Entries {
  /** Where each part of the entry that was read last ends; the first one begins behind the number of the tree. */
  private readonly ends: number[] = [];
  private sortBytes = Buffer.alloc(0);
  private bound: Buffer | undefined;
  /** How long the first part of `bound` is; 0: it can't be known. */
  private boundLength = 0;
  /** Of each field of the index what its bytes are inverted with, if they are. */
  private readonly flips: readonly number[];

  private constructor(
    { pattern }: IndexInfo,
    private readonly tests: readonly Test[],
    private readonly order: readonly { slot: Slot; flip: number }[],
  ) {
    this.flips = pattern.descending.map(flipOf);
  }

  /** undefined: the entries of the plan's index do not show all of it, or some document has several or cut ones. */
  static of(info: CollectionInfo, { index, rest }: Plan, sort: KeyPattern): Entries | undefined {
    if (isUnique(index) || index.multikey || index.long || info.indexes[0]!.long) return undefined;
    const tests = rest.map((condition) => testOf(index, condition));
    const order = sort.paths.map(({ text }, i) => {
      const slot = slotOf(index, text);
      return { slot, flip: flipOf(sort.descending[i] !== isDescending(index, slot)) };
    });
    if (order.some(({ slot }) => slot < 0) || !tests.every((test) => test !== undefined)) return undefined;
    return new Entries(index, tests, order);
  }

  /** Whether those that are asked for are rather at the end of a range, as where a text and the next field begin alike. */
  isReverse(): boolean {
    return this.order[0]!.flip !== 0;
  }

  /**
   * Whether an entry is surely sorted behind these bytes of another one. Most of a long range are, once a page is found:
   * it looks at no more than that takes.
   */
  isBehind(entry: Buffer, bound: Buffer): boolean {
    const { slot, flip } = this.order[0]!;
    if (bound !== this.bound) {
      this.bound = bound;
      this.boundLength = endInKey(bound, 0, flip ^ (this.flips[slot] ?? 0)) ?? 0;
    }
    const at = this.readTo(entry, slot);
    if (at === undefined) return false;
    for (let i = 0; i < this.boundLength; i++) {
      const difference = (entry[at + i]! ^ flip) - bound[i]!;
      if (difference !== 0) return difference > 0;
    }
    return false;
  }

  /** Takes an entry apart, for the methods below. @returns false: its document has to be read instead */
  read(entry: Buffer): boolean {
    const at = this.readTo(entry, this.flips.length);
    this.ends[this.flips.length] = entry.length - 2;
    return at !== undefined && at + idLengthIn(entry) === entry.length - 2;
  }

  /** Where a part begins; undefined where one before it can't be passed by. */
  private readTo(entry: Buffer, slot: Slot): number | undefined {
    let at: number | undefined = 4;
    for (let i = 0; i < slot; i++) {
      at = endInKey(entry, at, this.flips[i]!);
      if (at === undefined) return undefined;
      this.ends[i] = at;
    }
    return at;
  }

  private startOf(slot: Slot): number {
    return slot === 0 ? 4 : this.ends[slot - 1]!;
  }

  /** Whether the document of the entry meets the conditions that the ranges leave open. */
  meets(entry: Buffer): boolean {
    return this.tests.every(({ slot, ranges }) => {
      const [start, end] = [this.startOf(slot), this.ends[slot]!];
      const compare = (bytes: Buffer): number => entry.compare(bytes, 0, bytes.length, start, end);
      return ranges.some(([low, high]) => compare(low) >= 0 && compare(high) < 0);
    });
  }

  /** What its document is sorted by (`sortKey`), in memory that the next call overwrites. */
  sortKey(entry: Buffer): Buffer {
    const most = entry.length * this.order.length;
    if (this.sortBytes.length < most) this.sortBytes = Buffer.allocUnsafe(most);
    const bytes = this.sortBytes;
    let at = 0;
    for (const { slot, flip } of this.order) {
      const from = at;
      at += entry.copy(bytes, at, this.startOf(slot), this.ends[slot]);
      if (flip) for (let i = from; i < at; i++) bytes[i]! ^= flip;
    }
    return bytes.subarray(0, at);
  }
}

/** Negative: no part of the entries is of this field. */
function slotOf({ pattern }: IndexInfo, text: string): Slot {
  const slot = pattern.paths.findIndex((path) => path.text === text);
  return slot < 0 && text === '_id' ? pattern.paths.length : slot;
}

const flipOf = (isInverted: boolean): number => (isInverted ? 0xff : 0);
const isDescending = ({ pattern }: IndexInfo, slot: Slot): boolean => pattern.descending[slot] ?? false;

function testOf(index: IndexInfo, condition: Condition): Test | undefined {
  if (!('path' in condition)) return undefined;
  const slot = slotOf(index, condition.path.text);
  const ranges = slot < 0 ? undefined : partsOf(condition, isDescending(index, slot));
  return ranges && { slot, ranges };
}
