import { useConfirmedDownload } from '@partnerdesk/web';
import { type PayFilePart, partUrl } from '../payroll/pay-file-columns';

/** Has the browser download pay files; what was downloaded is seen on the page that follows the payroll. */
export function useDownloads() {
  const download = useConfirmedDownload();
  const one = (payFileID: number, { number, fileName }: PayFilePart) =>
    download(fileName, partUrl(payFileID, number));
  return {
    one: (payFileID: number, part: PayFilePart) => void one(payFileID, part),
    /** One after the other; the rest stays where the person cancels. */
    all: async (parts: readonly (PayFilePart & { payFileID: number })[]) => {
      for (const { payFileID, ...part } of parts) if (!(await one(payFileID, part))) return;
    },
  };
}
