import { Button, downloadText } from '@partnerdesk/web';
import { encode } from 'uqr';

/** Light modules around the code, without which cameras don't find it. */
const QUIET = 4;

/** The dark modules as one path. */
function pathOf(address: string): { path: string; size: number } {
  const { data, size } = encode(address, { border: QUIET, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, size };
}

export interface QrCodeProps {
  address: string;
  /** Of the file. */
  name: string;
}

/** A link as a QR code: dark on light in every theme, and as a file that prints at any size. */
export function QrCode({ address, name }: QrCodeProps) {
  const { path, size } = pathOf(address);
  const save = () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`;
    downloadText(`${name}.svg`, svg, 'image/svg+xml');
  };
  return (
    <div className="aff-qr">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label="QR code of the link"
      >
        <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
        <path fill="#000" d={path} />
      </svg>
      <Button variant="outline-primary" size="sm" onClick={save}>
        Download QR code
      </Button>
    </div>
  );
}
