import {
  MAX_TEXT_BLOCK,
  MESSAGE,
  TEXT_BLOCKS,
  type TextBlockName,
  type TextBlockRecord,
} from '@partnerdesk/contracts';
import {
  Button,
  Form,
  HtmlBlock,
  isConflict,
  mayLeave,
  Panel,
  QueryView,
  Screen,
  SubmitButton,
  TextAreaField,
  useAlerts,
  useForm,
  useLeaveGuard,
  useSearchParams,
} from '@partnerdesk/web';
import { useState } from 'react';
import {
  useGetTextBlocksQuery,
  usePreviewTextBlockMutation,
  useUpdateTextBlockMutation,
} from '../accounts.api';
import '../accounts.css';

const PLACES: Record<TextBlockName, string> = {
  home_top: 'Home, top',
  home_bottom: 'Home, bottom',
  aff_index: 'Beside the registration',
  aff_faq: 'FAQ for visitors',
  faq_loggedin: 'FAQ for affiliates',
  terms: 'Terms',
};

/** The texts of the public pages, one at a time; which one is in the address. */
export function TextsScreen() {
  const [params, setParams] = useSearchParams();
  const name = TEXT_BLOCKS.find((known) => known === params.get('text')) ?? 'home_top';
  const query = useGetTextBlocksQuery(undefined, { refetchOnMountOrArgChange: true });
  const [starts, setStarts] = useState(0);
  const startAgain = async () => {
    await query.refetch();
    setStarts(starts + 1);
  };
  return (
    <Screen title="Texts" lead="What the public pages say. Visitors see a change within a minute.">
      <nav className="pd-tabs" aria-label="Texts">
        {(Object.keys(PLACES) as TextBlockName[]).map((each) => (
          <button
            key={each}
            type="button"
            className="pd-tab"
            aria-pressed={each === name}
            onClick={() => each !== name && mayLeave() && setParams({ text: each })}
          >
            {PLACES[each]}
          </button>
        ))}
      </nav>
      <Panel className="acc-text">
        <QueryView query={query} failure="The texts could not be loaded.">
          {(blocks) => {
            const block = blocks.find((each) => each.name === name);
            return (
              block && (
                <TextForm
                  key={`${name} ${starts}`}
                  block={block}
                  label={PLACES[name]}
                  onStartAgain={startAgain}
                />
              )
            );
          }}
        </QueryView>
      </Panel>
    </Screen>
  );
}

interface TextFormProps {
  block: TextBlockRecord;
  label: string;
  onStartAgain: () => unknown;
}

/** One text: written as HTML, looked at as it would reach the page, saved unless somebody else was faster. */
function TextForm({ block, label, onStartAgain }: TextFormProps) {
  const alerts = useAlerts();
  const [update] = useUpdateTextBlockMutation();
  const [preview, previewed] = usePreviewTextBlockMutation();
  const [isOld, setOld] = useState(false);
  /** The text that is edited, as it was read or saved last. */
  const [base, setBase] = useState(block);
  const form = useForm({
    initial: { html: block.html },
    validate: ({ html }) =>
      html.trim() ? undefined : { alert: MESSAGE.enterAllValues, fields: { html: MESSAGE.enterAllValues } },
    submit: async ({ html }) => {
      try {
        const { version } = await update({ ...base, html }).unwrap();
        setBase({ ...base, html, version });
        setOld(false);
        alerts.success('The text has been updated. Visitors see it within a minute.');
      } catch (error) {
        setOld(isConflict(error));
        throw error;
      }
    },
  });
  const { html } = form.values;
  // What was saved comes back as the server lets it through, and another text may have been saved elsewhere: where
  // nothing was typed since it takes the place of this one, without another form, which would lose the focus.
  if (block !== base && block.version >= base.version && html === base.html) {
    setBase(block);
    form.reset({ html: block.html });
  }
  useLeaveGuard(html !== base.html);
  return (
    <Form form={form} label={label}>
      <TextAreaField
        form={form}
        name="html"
        label={`${label}, as HTML`}
        rows={14}
        maxLength={MAX_TEXT_BLOCK}
        hint="Headings, paragraphs, lists, tables, links and pictures. Scripts, styles and forms are left out."
      />
      <div className="pd-actions">
        <SubmitButton submitting={form.submitting}>Save</SubmitButton>
        <Button variant="outline-primary" disabled={previewed.isLoading} onClick={() => preview({ html })}>
          Preview
        </Button>
        {isOld && (
          <Button variant="outline-primary" onClick={onStartAgain}>
            Start again from the text as it is now
          </Button>
        )}
      </div>
      {previewed.data && (
        <section aria-label="Preview" className="acc-preview">
          <HtmlBlock html={previewed.data.html} />
        </section>
      )}
    </Form>
  );
}
