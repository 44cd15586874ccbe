import { appendToJournal } from '../journal';

/**
 * Puts a change of terms that is stored already into the journal's order. A record of sales that was planned without the
 * change finds its number taken and is planned again: what is posted after this returns was planned with it. Without it
 * (the process died) the change counts all the same, from the next plan on.
 */
export function orderTerms(subject: { affID: number } | { groupID: number }, number: number): Promise<void> {
  return appendToJournal(async () => ({
    effects: {},
    note: 'terms changed',
    details: { ...subject, change: number },
    result: undefined,
  }));
}
