import type { Call } from './call';
import * as resources from './index';

/** Every call of the product that is stated as a value, for those who walk through all: the server and its reference. */
export const CALLS: readonly Call[] = [resources, ...Object.values(resources.failedWorkCalls)].flatMap(
  (resource) => Object.values<unknown>(resource).filter(isCall),
);

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'name' in value && 'who' in value;
}
