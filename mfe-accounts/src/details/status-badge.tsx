import type { AccountKind } from '@partnerdesk/contracts';
import { Badge, type BadgeTone } from '@partnerdesk/web';
import type { KindDef } from '../kinds/kind-definition';

/** What each status means for the reader; those not named need no attention. */
const TONES: Record<AccountKind, Record<number, BadgeTone>> = {
  affiliate: { 0: 'info', 1: 'good' },
  staff: { 0: 'caution', 1: 'good', 10: 'bad' },
  member: { 1: 'good' },
};

/** A status in words. */
export function StatusBadge({ kind, status }: { kind: KindDef; status: number }) {
  const other = kind.kind === 'affiliate' ? 'bad' : 'neutral';
  return <Badge tone={TONES[kind.kind][status] ?? other}>{kind.statusText(status)}</Badge>;
}
