import { LOGIN_RESULT, type LoginResponse } from '@partnerdesk/contracts';
import type { SignInOutcome } from '@partnerdesk/domain';
import { presentSession } from '../session/session.presenter';

/** The result codes of docs/PRODUCT.md §4; a closed account gets result 1 with its status and nothing more. */
export function presentLogin(outcome: SignInOutcome): LoginResponse {
  switch (outcome.outcome) {
    case 'unknown':
      return { result: LOGIN_RESULT.emailUnknown };
    case 'wrong':
      return { result: LOGIN_RESULT.wrongPassword };
    case 'closed':
      return { result: LOGIN_RESULT.success, affStatus: outcome.affStatus };
    case 'ok':
      return { result: LOGIN_RESULT.success, ...presentSession(outcome.principal) };
  }
}
