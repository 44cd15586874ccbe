import { useEffect, useState } from 'react';

const WORDS = ['very weak', 'weak', 'fair', 'good', 'strong'];

/** How hard the typed password is to guess, in words and as a bar. */
export function StrengthMeter({ password }: { password: string }) {
  const [score, setScore] = useState<number>();
  useEffect(() => {
    let current = true;
    if (password)
      import('./password-strength').then(
        ({ strengthOf }) => current && setScore(strengthOf(password)),
        // It is advice: without it the form works all the same.
        () => undefined,
      );
    return () => {
      current = false;
    };
  }, [password]);
  if (!password || score === undefined) return null;
  return (
    <div className="pd-strength" role="status">
      <meter min={0} max={4} low={2} high={3} optimum={4} value={score} aria-hidden="true" />
      <span>Strength: {WORDS[score]}</span>
    </div>
  );
}
