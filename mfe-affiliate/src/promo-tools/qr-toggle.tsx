import { MESSAGE } from '@partnerdesk/contracts';
import { Button, Loading, useAlerts } from '@partnerdesk/web';
import { type ComponentType, useState } from 'react';
import type { QrCodeProps } from './qr-code';

/** Shows a link as a QR code, in a chunk of its own: most visits need none. One that does not come can be asked for again. */
export function QrToggle(props: QrCodeProps) {
  const alerts = useAlerts();
  const [isOpen, setOpen] = useState(false);
  const [QrCode, setQrCode] = useState<ComponentType<QrCodeProps>>();
  const show = () => {
    setOpen(true);
    import('./qr-code').then(
      (module) => setQrCode(() => module.QrCode),
      () => {
        setOpen(false);
        alerts.danger(MESSAGE.genericError);
      },
    );
  };
  return (
    <>
      <Button variant="outline-primary" aria-expanded={isOpen} onClick={isOpen ? () => setOpen(false) : show}>
        {isOpen ? 'Hide QR code' : 'Show QR code'}
      </Button>
      {isOpen && (QrCode ? <QrCode {...props} /> : <Loading />)}
    </>
  );
}
