import type { PaidKind } from '@partnerdesk/contracts';
import { Panel, PaymentChangesView } from '@partnerdesk/web';

/** How the payment details changed, and who else has the same (docs/RULES.md, Payment details). */
export function ChangesPanel({ kind, id }: { kind: PaidKind; id: number }) {
  return (
    <Panel title="Payment details" className="acc-section">
      <PaymentChangesView kind={kind} id={id} />
    </Panel>
  );
}
