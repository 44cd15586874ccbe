import type { ImageType } from '@partnerdesk/contracts';
import { type Care, careClass } from '../care/use-care';
import { usePictureAddress } from '../picture-address';

interface OwnerPhotoProps {
  type: ImageType;
  /** File name; empty without one. */
  photo: string;
  care: Care;
  revealed: boolean;
}

/** The photo beside a profile or an application, linking to itself in full. */
export function OwnerPhoto({ type, photo, care, revealed }: OwnerPhotoProps) {
  const address = usePictureAddress();
  if (!photo) return <span className="pd-panel-muted">none</span>;
  return (
    <a href={address({ type, photo })} target="_blank" rel="noreferrer">
      <img
        className={`pd-owner-photo ${careClass(care, revealed)}`}
        src={address({ type, photo }, 'thumb')}
        alt="The full size opens in a new window"
      />
    </a>
  );
}
