import type { PaidKind } from '@partnerdesk/contracts';

/** Whose figures a day total holds; the site as a whole is one of its own. */
export type TotalKind = PaidKind | 'site';

/** Key of one payee, e.g. `affiliate:12`. */
export function payeeKeyOf(kind: TotalKind, personID: number): string {
  return `${kind}:${personID}`;
}

/** Whose key it is. */
export function payeeOfKey(payee: string): { kind: PaidKind; personID: number } {
  const [kind, personID] = payee.split(':');
  return { kind: kind as PaidKind, personID: Number(personID) };
}

/** Key of one payee's (or the site's) day; sorts by day within the payee. */
export function dayKeyOf(payee: string, day: string): string {
  return `${payee}:${day}`;
}

/** An affiliate's tracking source and landing page. */
export interface Source {
  affID: number;
  tid: string;
  lp: string;
}

/** Key of an affiliate's tracking source and landing page; either may hold any character, or nothing. */
export function sourceKeyOf({ affID, tid, lp }: Source): string {
  return [affID, tid, lp].map(encodeURIComponent).join('|');
}
