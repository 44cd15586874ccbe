import {
  addressOf,
  type Configuration,
  downloadPromoVideoCall,
  escapeHtml,
  PROMO_VIDEO,
} from '@partnerdesk/contracts';
import { CodeBlock, Panel, saveUrl, useConfiguration } from '@partnerdesk/web';
import { useAdvertisingLink } from '../links/links';
import { useDownloadPromoVideoMutation } from './promo.api';

/** The video's address, absolute: it is embedded on other sites. */
export function videoUrl({ publicUrl, assetsUri, videosRootFolder }: Configuration): string {
  const path = [assetsUri, videosRootFolder, PROMO_VIDEO.filename]
    .map((part) => part.replace(/^\/+(?!\/)|\/+$/g, ''))
    .filter(Boolean)
    .join('/');
  return new URL(path, `${publicUrl}/`).href;
}

/** Code for another site: the video, with the affiliate's link around it. */
export function embedCode(address: string, link: string): string {
  const { width, height } = PROMO_VIDEO;
  return `<a href="${escapeHtml(link)}"><video src="${escapeHtml(address)}" width="${width}" height="${height}" autoplay muted loop playsinline></video></a>`;
}

/** The promo video, to look at, to embed, to download. */
export function PromoVideo() {
  const address = videoUrl(useConfiguration());
  const link = useAdvertisingLink()();
  const { filename, width, height } = PROMO_VIDEO;
  const [download, { isLoading }] = useDownloadPromoVideoMutation();
  const save = async () => {
    // By a call, not by the link: a failure raises its alert (docs/PRODUCT.md §8).
    const { data: fileUrl } = await download(filename);
    if (fileUrl) saveUrl(filename, fileUrl);
  };
  return (
    <Panel title="Promo video">
      <div className="aff-video">
        <video
          src={new URL(address).pathname}
          width={width}
          height={height}
          controls
          muted
          preload="metadata"
          aria-label="Promo video"
        />
        <div>
          <CodeBlock label="Embed code" what="embed code" code={embedCode(address, link)} />
          <a
            className="btn btn-outline-primary"
            href={addressOf(downloadPromoVideoCall, { query: { filename } })}
            download={filename}
            aria-disabled={isLoading}
            onClick={(event) => {
              event.preventDefault();
              if (!isLoading) void save();
            }}
          >
            Download the video
          </a>
          <p className="pd-field-hint">
            MP4, {width}x{height}
          </p>
        </div>
      </div>
    </Panel>
  );
}
