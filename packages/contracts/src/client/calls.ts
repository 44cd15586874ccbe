import type {
  AccountFigures,
  AffiliateRecord,
  FoundPerson,
  MemberRecord,
  StaffRecord,
} from '../wire-accounts';

type Search<IdField extends string> = Partial<
  Record<IdField, number> & { Email: string; SearchName: string }
> & {
  page?: number;
};
/**
 * The calls of the typed client, by their name in the table of endpoints. The reference at /api/docs has all calls; what is
 * here has its types from this package.
 */
export interface Calls {
  'GET /api/find-anyone': { query: { q: string }; answer: FoundPerson[] };
  'GET /api/get-affiliate-info': { query: Search<'AffID'>; answer: AffiliateRecord[] };
  'GET /api/get-staff-info': { query: Search<'StaffID'>; answer: StaffRecord[] };
  'GET /api/get-member-info': { query: Search<'MemberID'>; answer: MemberRecord[] };
  'GET /api/account-figures': { query: { kind: string; id: number }; answer: AccountFigures };
}
