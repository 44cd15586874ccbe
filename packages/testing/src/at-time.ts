/** Does it at another time (ISO 8601), by the clocks of this process: the journal follows the one that nobody can set. */
export async function atTime<Result>(instant: string, work: () => Promise<Result>): Promise<Result> {
  const moved = Date.parse(instant) - Date.now();
  const clocks = [
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + moved),
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse(instant)),
  ];
  try {
    return await work();
  } finally {
    for (const clock of clocks) clock.mockRestore();
  }
}
