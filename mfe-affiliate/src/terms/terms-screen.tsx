import { Panel, Screen } from '@partnerdesk/web';
import { TextBlock } from '../text-blocks/text-block';

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
