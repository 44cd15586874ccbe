import { type AccountKind, statusText } from '@partnerdesk/contracts';
import { Badge, type BadgeTone } from '@partnerdesk/web';
import type { KindDef } from '../kinds/kind-definition';

/** What each status means for the reader, and any other one. */
const TONES: Record<AccountKind, Record<number, BadgeTone> & { other: BadgeTone }> = {
  affiliate: { 0: 'info', 1: 'good', other: 'bad' },
  staff: { 0: 'caution', 1: 'good', 10: 'bad', other: 'neutral' },
  member: { 1: 'good', other: 'neutral' },
};

/** A status in words. */
export function StatusBadge({ kind, status }: { kind: KindDef; status: number }) {
  const tones = TONES[kind.kind];
  return <Badge tone={tones[status] ?? tones.other}>{statusText(kind.kind, status)}</Badge>;
}
