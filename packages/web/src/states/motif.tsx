/**
 * What the program does, as a mark: a dot on its way from click to join to payout. It stands at the payout.
 * @param size edge in px
 * @param moving it travels: something is on its way. It stands still for those who asked for that.
 */
export function Motif({ size, moving }: { size: number; moving?: boolean }) {
  return (
    <svg
      className={moving ? 'pd-motif pd-moving' : 'pd-motif'}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <path d="M8 23 24 9" />
      <path d="M8 23h0M16 16h0" />
      <circle cx="24" cy="9" r="4" />
    </svg>
  );
}
