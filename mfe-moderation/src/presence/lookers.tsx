/** Beside the name of the open item: who else looks at it. There from the start, so that it is read aloud when it changes. */
export function Lookers({ names }: { names: readonly string[] | undefined }) {
  const text = names && names.length > 0 ? `${listOf(names)} looking at it` : '';
  return (
    <span className="mod-lookers" role="status" title={text}>
      {text}
    </span>
  );
}

const listOf = (names: readonly string[]): string =>
  names.length === 1 ? `${names[0]} is` : `${names.slice(0, -1).join(', ')} and ${names.at(-1)} are`;
