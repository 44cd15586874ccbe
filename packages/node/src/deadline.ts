/** A database, Redis or other server that this process depends on does not answer, or is not asked because it did not. */
export class DependencyError extends Error {
  constructor(dependency: string, problem: string) {
    super(`${dependency} ${problem}`);
    this.name = 'DependencyError';
  }
}

/** Waits no longer than `deadlineMs`; what was asked goes on. @throws DependencyError when late; what `answer` throws */
export async function withDeadline<Answer>(
  answer: Promise<Answer>,
  { dependency, deadlineMs }: { dependency: string; deadlineMs: number },
): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(lateError(dependency, deadlineMs)), deadlineMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const lateError = (dependency: string, deadlineMs: number): DependencyError =>
  new DependencyError(dependency, `did not answer within ${deadlineMs} ms`);
