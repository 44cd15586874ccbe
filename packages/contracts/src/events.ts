import type { SubIds } from './links';

/** Events of the service (docs/RULES.md, Events). `at` is ISO 8601 in UTC; amounts are integer cents. */
interface EventBase {
  eventID: string;
  at: string;
}
export interface MemberJoinedEvent extends EventBase, SubIds {
  type: 'member.joined';
  memberID: number;
  trackID?: string;
  tid?: string;
  lp?: string;
}
export interface SaleEvent extends EventBase {
  type: 'sale';
  memberID: number;
  amountCents: number;
  transactionType: string;
}
export interface RefundEvent extends EventBase {
  type: 'refund';
  saleEventID: string;
  amountCents: number;
}
/** What a member pays for that a member of staff does. */
interface ServedEvent extends EventBase {
  memberID: number;
  staffID: number;
  amountCents: number;
}
export interface MessageEvent extends ServedEvent {
  type: 'message';
  from: 'member' | 'staff';
}
export interface NotificationEvent extends EventBase {
  type: 'notification';
  to: 'staff' | 'member';
  channel: 'text' | 'email';
  staffID?: number;
  memberID?: number;
}
export interface SextingEvent extends ServedEvent {
  type: 'sexting';
  packageID: string;
  state: 'requested' | 'confirmed' | 'missed';
}
export interface CallEvent extends ServedEvent {
  type: 'call';
  callID: string;
  state: 'completed' | 'missed';
  missedBy?: 'staff' | 'member';
  minutes: number;
}
export interface TipEvent extends ServedEvent {
  type: 'tip';
}
export type ServiceEvent =
  | MemberJoinedEvent
  | SaleEvent
  | RefundEvent
  | MessageEvent
  | NotificationEvent
  | SextingEvent
  | CallEvent
  | TipEvent;

/** Every type, with what its entries add up to in a statement; null: it makes none. In the order of statements. */
export const EVENT_TYPES = {
  'member.joined': null,
  sale: 'Sales',
  refund: 'Refunds',
  message: 'Messages',
  notification: null,
  sexting: 'Packages',
  call: 'Calls',
  tip: 'Tips',
} as const satisfies Record<ServiceEvent['type'], string | null>;

/** A type whose events make entries. */
export type EarningType = {
  [Type in keyof typeof EVENT_TYPES]: (typeof EVENT_TYPES)[Type] extends string ? Type : never;
}[keyof typeof EVENT_TYPES];

/**
 * Headers of a signed call. `digest`: hex SHA-256 of the body; `signature`: hex HMAC-SHA256 over
 * `${timestamp}.${method} ${path and query}\n${digest}`.
 */
export const SIGNATURE_HEADERS = {
  timestamp: 'x-timestamp',
  digest: 'x-content-sha256',
  signature: 'x-signature',
} as const;
