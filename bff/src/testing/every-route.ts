import type { Step } from '../context';
import type { RouteDeps } from '../routes/route-deps';
import { buildApiRouters, buildLinkRouter, buildRootRouter } from '../routes/routes';

/** Stands in for whatever routes are built from; none of them runs. */
// biome-ignore lint/suspicious/noExplicitAny: it is everything
const anything: any = new Proxy(() => anything, { get: () => anything });
export const standIn = anything as RouteDeps;

/** Every route as it is built: its name as in the table of endpoints, and its steps. */
export function everyRoute(): { name: string; steps: Step[] }[] {
  return [...buildApiRouters(standIn).values(), buildLinkRouter(standIn), buildRootRouter(standIn)].flatMap(
    ({ stack }) =>
      stack.map(({ methods, path, stack: steps }) => ({
        name: `${methods.find((method) => method !== 'HEAD')} ${path}`,
        steps: steps as unknown as Step[],
      })),
  );
}
