import type { RouteDeps } from '../routes/route-deps';
import { buildApiRouters, buildLinkRouter, buildRootRouter } from '../routes/routes';

/** Stands in for whatever routes are built from; none of them runs. */
// biome-ignore lint/suspicious/noExplicitAny: it is everything
const anything: any = new Proxy(() => anything, { get: () => anything });
const standIn = anything as RouteDeps;

/** The names of every route as it is built, those of calls. */
export function everyRoute(): string[] {
  return [...buildApiRouters(standIn).values(), buildLinkRouter(standIn), buildRootRouter(standIn)].flatMap(
    ({ stack }) => stack.map(({ methods, path }) => `${methods.find((method) => method !== 'HEAD')} ${path}`),
  );
}
