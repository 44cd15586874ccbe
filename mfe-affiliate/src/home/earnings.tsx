import { countOf, formatCount, formatUsd, useConfiguration } from '@partnerdesk/web';
import { useId, useState } from 'react';

/** Where the sliders stand at first: what a visitor changes first is the number of their visitors. */
const FIRST = { visitors: 5_000, buyers: 2, purchase: 40 };

/** A visitor's own estimate, and what it earns a month at the program's commission. */
export function Earnings() {
  const { commission, minimumPayout } = useConfiguration().program;
  const [visitors, setVisitors] = useState(FIRST.visitors);
  const [buyers, setBuyers] = useState(FIRST.buyers);
  const [purchase, setPurchase] = useState(FIRST.purchase);
  const sales = Math.round(((visitors * buyers) / 100) * purchase * 100) / 100;
  const earned = Math.round(sales * commission) / 100;
  return (
    <section className="aff-earnings" aria-labelledby="aff-earnings-title">
      <div>
        <h2 id="aff-earnings-title">What your visitors would earn</h2>
        <p className="aff-earnings-lead">The numbers are your estimate; the commission is ours.</p>
        <Slider
          label="Visitors a month"
          value={visitors}
          text={formatCount(visitors)}
          min={500}
          max={50_000}
          step={500}
          onChange={setVisitors}
        />
        <Slider
          label="Purchases per 100 visitors"
          value={buyers}
          text={String(buyers)}
          min={0.5}
          max={10}
          step={0.5}
          onChange={setBuyers}
        />
        <Slider
          label="Average purchase"
          value={purchase}
          text={formatUsd(purchase)}
          min={5}
          max={200}
          step={5}
          onChange={setPurchase}
        />
      </div>
      <p className="aff-earnings-result" role="status">
        <span>You would earn</span>
        <strong>{formatUsd(earned)}</strong>
        <span>
          a month: {commission}% of {formatUsd(sales)} in sales to {countOf(visitors, 'visitor')}
          {earned < minimumPayout && `; less than ${formatUsd(minimumPayout)} carries over to the next month`}
        </span>
      </p>
    </section>
  );
}

interface SliderProps {
  label: string;
  value: number;
  /** The value as it is shown and read out. */
  text: string;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
}

function Slider({ label, value, text, min, max, step, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="aff-slider">
      <label htmlFor={id}>{label}</label>
      <span aria-hidden="true">{text}</span>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </div>
  );
}
