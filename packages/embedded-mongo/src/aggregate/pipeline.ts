import { entriesOf, isNumber, numberOf, T, type Val } from '../bson/raw';
import { fail } from '../errors';
import { compileFilter, matches } from '../query/matcher';
import { memoryExceeded, Sorter, sortPattern } from '../query/sort';
import { compileGroup, type Stage } from './group';

/** Memory that the result of a pipeline may take before MongoDB's error. */
const RESULT_BYTES = 512 * 1024 * 1024;

function sortStage(val: Val): Stage {
  if (val.type !== T.object) fail(15973, 'the $sort key specification must be an object');
  const pattern = sortPattern(val);
  if (pattern.paths.length === 0) fail(15976, '$sort stage must have at least one sort key');
  const sorter = new Sorter(pattern);
  return { push: (doc) => sorter.add(doc), finish: () => sorter.sorted() };
}

function limitStage(val: Val): Stage {
  const limit = isNumber(val.type) ? numberOf(val) : Number.NaN;
  if (!Number.isSafeInteger(limit))
    fail('TypeMismatch', 'invalid argument to $limit stage: Expected a number');
  if (limit < 1) fail(15958, 'the limit must be positive');
  let taken = 0;
  return {
    through: true,
    get full() {
      return taken >= limit;
    },
    push(doc, emit) {
      if (taken >= limit) return;
      taken++;
      emit(doc);
    },
  };
}

const STAGES: Record<string, (val: Val) => Stage> = {
  $match: (val) => {
    if (val.type !== T.object) fail(15959, 'the match filter must be an expression in an object');
    const conditions = compileFilter(val);
    return {
      through: true,
      push(doc, emit) {
        if (matches(conditions, doc)) emit(doc);
      },
    };
  },
  $group: compileGroup,
  $limit: limitStage,
  $sort: sortStage,
};

/** One stage by name. Throws 40324 for one that is not on the list. */
export function compileStage(spec: Val): { name: string; arg: Val; stage: Stage } {
  const entries = spec.type === T.object ? entriesOf(spec) : [];
  if (entries.length !== 1)
    fail(40323, 'A pipeline stage specification object must contain exactly one field.');
  const [name, arg] = entries[0]!;
  const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (!compile) fail(40324, `Unrecognized pipeline stage name: '${name}'`);
  return { name, arg, stage: compile(arg) };
}

/** Runs documents through stages and collects what comes out. */
export class Pipeline {
  readonly out: Buffer[] = [];
  readonly blind: boolean;
  /** What is pushed is read before push returns: its memory may be used again. */
  readonly transient: boolean;
  private bytes = 0;
  private readonly feeds: ((doc: Buffer) => void)[];

  constructor(private readonly stages: Stage[]) {
    this.blind = stages[0]?.blind === true;
    this.transient = stages.find(({ through }) => !through)?.transient === true;
    const last = (doc: Buffer): void => {
      this.out.push(doc);
      this.bytes += doc.length;
      if (this.bytes > RESULT_BYTES) throw memoryExceeded('Aggregation', RESULT_BYTES);
    };
    this.feeds = [last];
    for (const stage of [...stages].reverse()) {
      const next = this.feeds[0]!;
      this.feeds.unshift((doc) => stage.push(doc, next));
    }
  }

  /** False once a stage takes no more: whatever follows would change nothing. */
  push(doc: Buffer): boolean {
    this.feeds[0]!(doc);
    return !this.stages.some(({ full }) => full);
  }

  /** Hands on what the stages held back; yields now and then for others to get their turn. */
  *finish(): Generator<void> {
    for (const [i, stage] of this.stages.entries()) {
      for (const doc of stage.finish?.() ?? []) {
        this.feeds[i + 1]!(doc);
        yield;
      }
    }
  }
}
