import { isRoutingNumber } from './routing-number';

it.each(['021000021', '011401533', '091000019'])('knows %s for a routing number', (text) =>
  expect(isRoutingNumber(text)).toBe(true),
);
it.each(['', '021000022', '120000021', '02100002', '0210000210', '02100002x', '000000000'])(
  'refuses %p',
  (text) => expect(isRoutingNumber(text)).toBe(false),
);
