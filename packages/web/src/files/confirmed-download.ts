import { confirmationCall } from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web/core';
import { saveUrl } from './download-text';

const { useConfirmDownloadMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    confirmDownload: build.mutation(ask(confirmationCall)),
  }),
});

/**
 * Has the browser download what is asked again for (docs/RULES.md, Who may enter). A link can't ask for a confirmation:
 * it is asked for first. An empty name leaves the file's to the server.
 * @returns whether the download was begun; false: the person cancelled
 */
export function useConfirmedDownload(): (name: string, url: string) => Promise<boolean> {
  const [confirm] = useConfirmDownloadMutation();
  return async (name, url) => {
    const { error } = await confirm();
    if (!error) saveUrl(name, url);
    return !error;
  };
}
