/** A figure that is stored otherwise than it is counted. */
export interface WrongFigure<Figure extends string> {
  figure: Figure;
  stored: number;
  counted: number;
}

/** Which of these figures differ; one that is not there is 0. */
export function wrongFigures<Figure extends string>(
  figures: readonly Figure[],
  stored: object = {},
  counted: { readonly [Each in Figure]?: number } = {},
): WrongFigure<Figure>[] {
  const has = stored as Record<string, unknown>;
  return figures
    .map((figure) => ({ figure, stored: Number(has[figure] ?? 0), counted: counted[figure] ?? 0 }))
    .filter((each) => each.stored !== each.counted);
}
