import { Button, CopyLine, Loading } from '@partnerdesk/web';
import { lazy, Suspense, useState } from 'react';
import { useAdvertisingLink } from '../links/links';

/** In a chunk of its own: most visits need no code. */
const QrCode = lazy(() => import('../promo-tools/qr-code').then((module) => ({ default: module.QrCode })));

/** The advertising link, to copy or to be photographed. */
export function LinkBar() {
  const link = useAdvertisingLink()();
  const [hasCode, setHasCode] = useState(false);
  return (
    <section className="aff-link-bar" aria-label="Your advertising link">
      <CopyLine text={link} what="advertising link" label="Your link" />
      <Button variant="outline-primary" aria-expanded={hasCode} onClick={() => setHasCode(!hasCode)}>
        {hasCode ? 'Hide QR code' : 'Show QR code'}
      </Button>
      {hasCode && (
        <Suspense fallback={<Loading />}>
          <QrCode address={link} name="link" />
        </Suspense>
      )}
    </section>
  );
}
