import { proof } from '../schema/proof';
import { saved } from '../schema/schema';
import { call } from './call';

/* Being asked again (docs/RULES.md, Who may enter). Apart from other calls, for every page has these in its first load. */

const signedIn = { who: 'signed-in' } as const;

export const confirmationCall = call('GET /api/confirmation', {
  about: 'Asks for a proof before what is no call of a screen’s own, such as a download',
  ...signedIn,
  confirm: 'second-factor',
  answer: saved(),
});
export const confirmCall = call('POST /api/confirmation', {
  about: 'Proves who the signed-in person is; the call that was refused is then made again',
  ...signedIn,
  body: proof,
  answer: saved(),
});
