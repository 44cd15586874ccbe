interface StepperProps {
  /** Names the list for assistive technology. */
  label: string;
  steps: readonly string[];
  /** Index of the step that is being done; as many as there are steps: all are done. */
  current: number;
}

/** How far something with an order has come. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <ol className="pd-stepper" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < current ? 'pd-step-done' : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
          {index < current && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  );
}
