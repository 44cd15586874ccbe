const UNITS = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
];

/** How long ago an instant (ISO 8601) was, in its largest unit: `3 h`, `2 d`, `under 1 min`; empty for what is no instant. */
export function formatAge(instant: string, now = Date.now()): string {
  const ms = now - Date.parse(instant);
  if (Number.isNaN(ms)) return '';
  const unit = UNITS.find((each) => ms >= each.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.name}` : 'under 1 min';
}
