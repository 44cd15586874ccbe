import {
  ACCOUNT_KINDS,
  type ImageType,
  PICTURE_TYPES,
  type PicturedKind,
  pictureTypesOf,
  pictureUrl,
  statusText,
} from '@partnerdesk/contracts';
import { Link, Panel, QueryView, useConfiguration, useMayOpen } from '@partnerdesk/web';
import { useGetAccountPicturesQuery } from '../accounts.api';

interface PicturesPanelProps {
  kind: PicturedKind;
  id: number;
}

/** The person's pictures, blurred, each a link to its place in its queue; for moderators only. */
export function PicturesPanel({ kind, id }: PicturesPanelProps) {
  const mayOpen = useMayOpen();
  const types = pictureTypesOf(kind);
  return (
    <Panel title="Pictures" className="acc-section">
      {types.some((type) => mayOpen(PICTURE_TYPES[type].path)) ? (
        types.map((type) => <OfType key={type} type={type} kind={kind} id={id} />)
      ) : (
        <p className="pd-panel-muted">Pictures are shown to those with the permission moderation.</p>
      )}
    </Panel>
  );
}

function OfType({ kind, id, type }: PicturesPanelProps & { type: ImageType }) {
  const name = ACCOUNT_KINDS[kind].id;
  const query = useGetAccountPicturesQuery({ type, [name]: id });
  const folders = useConfiguration();
  return (
    <>
      <h3>{PICTURE_TYPES[type].heading}</h3>
      <QueryView query={query} failure="The pictures could not be loaded.">
        {(pictures) =>
          pictures.length === 0 ? (
            <p className="pd-panel-muted">None.</p>
          ) : (
            <ul className="acc-pictures">
              {pictures.map(({ photoID, photo, status }) => (
                <li key={photoID}>
                  <Link to={`${PICTURE_TYPES[type].path}?${name}=${id}&photo=${photoID}`}>
                    <span className="acc-thumb">
                      <img src={pictureUrl(folders, { type, photo }, 'thumb')} alt="" loading="lazy" />
                    </span>
                    {photoID}
                  </Link>
                  <span className="pd-field-hint">{statusText('image', status)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </>
  );
}
