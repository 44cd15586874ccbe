import { TEXT_BLOCKS, type TextBlockName } from '@partnerdesk/contracts';
import { mayLeave, Panel, QueryView, Screen, useSearchParams } from '@partnerdesk/web';
import { useState } from 'react';
import { useGetTextBlocksQuery } from '../accounts.api';
import '../accounts.css';
import { TextForm } from './text-form';

/** Where each text stands. */
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
