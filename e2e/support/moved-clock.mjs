/** Loaded by Node before anything else (NODE_OPTIONS=--import …): its clock is CLOCK_AHEAD_MS ahead. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const now = () => Real.now() + aheadMs;
const Real = Date;
globalThis.Date = new Proxy(Real, {
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
  apply: () => new Real(now()).toString(),
});
