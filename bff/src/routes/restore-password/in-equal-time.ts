/**
 * Does what takes longer for some than for others, so that the time of the answer shows nothing.
 * @param atLeastMs more than the work usually takes
 * @throws what the work throws, after the same time
 */
export async function inEqualTime(atLeastMs: number, work: () => Promise<void>): Promise<void> {
  const over = new Promise((resolve) => setTimeout(resolve, atLeastMs));
  try {
    await work();
  } finally {
    await over;
  }
}
