import type { BusinessDay } from '../days';
import type { Configuration, LoginRequest, LoginResponse, SessionResponse, SessionRow } from '../wire';
import type {
  AccountFigures,
  AffiliateRecord,
  FoundPerson,
  MemberRecord,
  StaffRecord,
} from '../wire-accounts';
import type { AdministratorRow } from '../wire-administrators';
import type { FailedWorkSummary } from '../wire-failed-work';
import type { ImageForReview, ModerationQueues, ProfileForReview, StaffForReview } from '../wire-moderation';
import type { DigestSetting } from '../wire-notices';
import type { RemoteBuild } from '../wire-releases';
import type { OfficeDashboard } from '../wire-statistics';

type Empty = Record<string, never>;
type Search<IdField extends string> = Partial<
  Record<IdField, number> & { Email: string; SearchName: string }
> & {
  page?: number;
};
type Period = { from: string; to: string };
type Paging = { cursor?: string; limit?: number };
/** A page of `/api/v1`; next: cursor of the next one. */
interface Page<Row> {
  data: Row[];
  next: string | null;
}
interface V1Sums {
  sales: number;
  payout: number;
}

/**
 * The calls of the typed client, by their name in the table of endpoints. The reference at /api/docs has all calls; what is
 * here has its types from this package.
 */
export interface Calls {
  'GET /api/configuration': { answer: Configuration };
  'GET /api/session': { answer: SessionResponse };
  'POST /api/login': { body: LoginRequest; answer: LoginResponse };
  'POST /api/logout': { body: Empty; answer: unknown };
  'GET /api/sessions': { answer: SessionRow[] };

  'GET /api/office-dashboard': { answer: OfficeDashboard };
  'GET /api/daily-digest': { answer: DigestSetting };
  'GET /api/failed-work': { answer: FailedWorkSummary[] };
  'GET /api/releases': { answer: RemoteBuild[] };
  'GET /api/find-anyone': { query: { q: string }; answer: FoundPerson[] };
  'GET /api/get-affiliate-info': { query: Search<'AffID'>; answer: AffiliateRecord[] };
  'GET /api/get-staff-info': { query: Search<'StaffID'>; answer: StaffRecord[] };
  'GET /api/get-member-info': { query: Search<'MemberID'>; answer: MemberRecord[] };
  'GET /api/account-figures': { query: { kind: string; id: number }; answer: AccountFigures };
  'GET /api/administrators': { answer: AdministratorRow[] };
  'GET /api/images-for-review': { query: { type: 1 | 2 | 3 | 4 }; answer: ImageForReview[] };
  'GET /api/profiles-for-review': { answer: ProfileForReview[] };
  'GET /api/staff-for-review': { answer: StaffForReview[] };
  'GET /api/moderation-queues': { answer: ModerationQueues };

  'GET /api/v1/figures': { query: Period; answer: Page<V1Sums & { day: BusinessDay }> };
  'GET /api/v1/sources': {
    query: Paging;
    answer: Page<V1Sums & { tid: string; lp: string; clicks: number; joins: number }>;
  };
  'GET /api/v1/sales': {
    query: Period & Paging;
    answer: Page<{ saleID: number; at: string; type: string; amount: number; payout: number }>;
  };
  'GET /api/v1/payments': {
    query: Paging;
    answer: Page<{
      paymentID: number;
      at: string;
      startPeriod: BusinessDay;
      endPeriod: BusinessDay;
      amount: number;
      paymentType: number;
    }>;
  };
}
