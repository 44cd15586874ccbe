import { CopyLine } from '@partnerdesk/web';
import { useAdvertisingLink } from '../links/links';
import { QrToggle } from '../promo-tools/qr-toggle';

/** The advertising link, to copy or to be photographed. */
export function LinkBar() {
  const link = useAdvertisingLink()();
  return (
    <section className="aff-link-bar" aria-label="Your advertising link">
      <CopyLine text={link} what="advertising link" label="Your link" />
      <QrToggle address={link} name="link" />
    </section>
  );
}
