import type { ReactNode } from 'react';

/** What something is called, and what it is. */
export type Fact = readonly [string, ReactNode];

/** Names and values, a pair a line. */
export function Facts({ facts, className = '' }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={`pd-facts ${className}`.trimEnd()}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
