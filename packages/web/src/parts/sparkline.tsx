const WIDTH = 96;
const HEIGHT = 28;
/** So that the line's ends are not cut off. */
const EDGE = 2;

/** The course of a figure as a small line; decoration, the figure beside it has the value. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  const yOf = (value: number) =>
    high === low ? HEIGHT - EDGE : EDGE + ((high - value) / (high - low)) * (HEIGHT - 2 * EDGE);
  const xOf = (index: number) => EDGE + (index / Math.max(values.length - 1, 1)) * (WIDTH - 2 * EDGE);
  const points = values.map((value, index) => `${xOf(index).toFixed(1)},${yOf(value).toFixed(1)}`);
  return (
    <svg
      className="pd-sparkline"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
