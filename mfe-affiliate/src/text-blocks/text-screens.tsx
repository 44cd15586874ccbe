import { Panel, Screen, useSession } from '@partnerdesk/web';
import { TextBlock } from './text-block';

/** FAQ: one text for visitors, another for signed-in users. */
export function FaqScreen() {
  return (
    <Screen title="FAQ" heading="Frequently asked questions">
      <Panel>
        <TextBlock name={useSession() ? 'faq_loggedin' : 'aff_faq'} className="pd-reading" />
      </Panel>
    </Screen>
  );
}

/** What a registering person agrees to. */
export function TermsScreen() {
  return (
    <Screen title="Terms">
      <Panel>
        <TextBlock name="terms" className="pd-reading" />
      </Panel>
    </Screen>
  );
}
