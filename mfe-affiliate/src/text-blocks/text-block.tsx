import { type TextBlockName, textBlockCall } from '@partnerdesk/contracts';
import { api, ask, HtmlBlock, QueryView } from '@partnerdesk/web';

export const { useGetTextBlockQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getTextBlock: build.query({
      ...ask(textBlockCall, (name: TextBlockName) => ({ params: { name } })),
      transformResponse: (html: string) => html,
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
