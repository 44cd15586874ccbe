import { Screen } from '@partnerdesk/web';
import { ResultsWork } from './results-work';

/** A bank's return file or PayPal's results: shown first, then confirmed (docs/RULES.md, Payroll). */
export function ResultsScreen() {
  return (
    <Screen
      title="Payment results"
      lead="What the bank sent back, and what PayPal reports. Nothing is marked until you confirm it."
    >
      <ResultsWork />
    </Screen>
  );
}
