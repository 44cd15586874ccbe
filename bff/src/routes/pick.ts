/** The named fields and no others: what an answer may hold is always listed, so that nothing new leaks by itself. */
export function pick<From extends object, Name extends keyof From>(
  from: From,
  ...names: Name[]
): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}
