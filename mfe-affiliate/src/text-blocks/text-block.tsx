import type { TextBlockName } from '@partnerdesk/contracts';
import { api, HtmlBlock, QueryView } from '@partnerdesk/web';

export const { useGetTextBlockQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getTextBlock: build.query<string, TextBlockName>({
      query: (name) => ({ url: `local/${name}`, responseHandler: 'text' }),
    }),
  }),
});

/** A text block of the office, with its loading and failed states. */
export function TextBlock({ name, className }: { name: TextBlockName; className?: string }) {
  return (
    <QueryView query={useGetTextBlockQuery(name)} failure="This text could not be loaded.">
      {(html) => <HtmlBlock html={html} className={className} />}
    </QueryView>
  );
}
