import type { BusinessDay } from '@partnerdesk/contracts';
import type { Effects } from '../effects';
import { EffectsBuilder } from '../effects-builder';
import { FIGURES, type Figure } from '../figures';
import { appendToJournal } from '../journal';
import { type DayTotal, DayTotalModel } from '../ledger.models';
import { payeeKeyOf, type TotalKind } from '../payee';
import { DayRecount } from './recount-day';
import { type WrongFigure, wrongFigures } from './wrong-figures';

/** A figure of a day that was not what the ledger gives. Money in cents. */
export interface FigureDifference extends WrongFigure<Figure> {
  day: BusinessDay;
  /** `site:0`, `staff:3`, `affiliate:12`. */
  payee: string;
}

/** What a record that corrects statistics says about itself in the journal. */
export interface RebuildDetails {
  differences: FigureDifference[];
}

/** Totals that one record corrects. */
export const CORRECTION_STEP = 500;

/** What is off of a day: everybody's stored totals against the recount. */
async function compare({ day, figures }: DayRecount): Promise<FigureDifference[]> {
  const totals = await DayTotalModel.find({ day }).lean<DayTotal[]>();
  const stored = new Map(totals.map((total) => [payeeKeyOf(total.kind, total.personID), total]));
  const payees = [...new Set([...stored.keys(), ...figures.keys()])].sort();
  return payees.flatMap((payee) =>
    wrongFigures(FIGURES, stored.get(payee), figures.get(payee)).map((each) => ({ day, payee, ...each })),
  );
}

/** The record that makes the stored figures what they should be: increments, like those of any other record. */
function correctionOf(day: BusinessDay, differences: readonly FigureDifference[]): Effects | undefined {
  const builder = new EffectsBuilder();
  for (const { payee, figure, stored, counted } of differences) {
    const [kind, id] = payee.split(':') as [TotalKind, string];
    builder.addToDay(kind, Number(id), day, { [figure]: counted - stored });
  }
  return builder.build();
}

/**
 * Recounts a day and corrects wrong figures while events keep arriving. @returns what was wrong
 *
 * The correction is worked out at the head of the journal, where totals and events stand for the same state, and
 * appended as the next record. If another process is quicker with a record, what was read may be half of one state
 * and half of the next: then the number is taken, the record is refused, and it is planned again on what has been
 * added. Most of the count is done before, so that this takes moments.
 */
export async function rebuildDay(day: BusinessDay): Promise<FigureDifference[]> {
  // A total that no record wrote would never take a correction.
  await DayTotalModel.updateMany({ day, seq: { $exists: false } }, { $set: { seq: 0 } });
  const recount = new DayRecount(day);
  await recount.catchUp();
  const all: FigureDifference[] = [];
  for (;;) {
    const { differences, more } = await correctSome(recount);
    all.push(...differences);
    if (!more) return all;
  }
}

/** Corrects CORRECTION_STEP persons at most, by one record. */
function correctSome(recount: DayRecount): Promise<{ differences: FigureDifference[]; more: boolean }> {
  return appendToJournal(async () => {
    await recount.catchUp();
    const found = await compare(recount);
    const payees = new Set([...new Set(found.map(({ payee }) => payee))].slice(0, CORRECTION_STEP));
    const differences = found.filter(({ payee }) => payees.has(payee));
    return {
      effects: correctionOf(recount.day, differences),
      note: `statistics recounted: ${recount.day}`,
      details: { differences } satisfies RebuildDetails,
      result: { differences, more: differences.length < found.length },
    };
  });
}
