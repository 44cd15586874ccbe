const vm = require('node:vm');

/*
 * Preloaded into the Node processes of `npm run test:stress -- --clock` and of demos in browser tests: their calendar is
 * CLOCK_MOVED_MS ahead of the machine's, in each context. Durations and timers are left alone. (libfaketime made the
 * database hang.)
 */
const MOVE = `{
  const Real = Date;
  const realNow = Real.now;
  const now = () => realNow() + ${Number(process.env.CLOCK_MOVED_MS)};
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, as) => Reflect.construct(target, args.length ? args : [now()], as),
    apply: () => new Real(now()).toString(),
  });
  Real.prototype.constructor = globalThis.Date;
}`;

const { createContext } = vm;
vm.createContext = (...args) => {
  const context = createContext(...args);
  vm.runInContext(MOVE, context);
  return context;
};
vm.runInThisContext(MOVE);
