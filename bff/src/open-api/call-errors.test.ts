import {
  type Call,
  cspReportsCall,
  type ErrorCode,
  eventsCall,
  makeApiKeyCall,
  quickStatisticsCall,
  sessionCall,
  v1SalesCall,
} from '@partnerdesk/contracts';
import { errorsOf } from './call-errors';

const always = ['internal', 'unavailable'] as const;
const ofBody = ['payload_too_large', 'unsupported_media_type'] as const;

test.each<[Call, ErrorCode[]]>([
  [sessionCall, [...always]],
  [quickStatisticsCall, ['invalid_input', 'not_signed_in', 'forbidden', ...always]],
  [v1SalesCall, ['invalid_input', 'not_signed_in', 'too_many_requests', ...always]],
  [eventsCall, ['invalid_input', 'bad_signature', ...ofBody, ...always]],
  [cspReportsCall, ['invalid_input', ...ofBody, 'too_many_requests', ...always]],
  [
    makeApiKeyCall,
    [
      ...(['invalid_input', 'not_signed_in', 'forbidden', 'confirmation_required', 'bad_origin'] as const),
      ...(['conflict', ...ofBody, 'too_many_requests', ...always] as const),
    ],
  ],
])('by which codes a call may be refused (%#)', (call, codes) => {
  expect(errorsOf(call)).toEqual(codes);
});
