/** Of each name so many values are kept, of each list so many items read. */
const KEPT = 6;
const ITEMS = 4;
const MAX_TEXT = 200_000;
const MAX_DEPTH = 6;

/** Names of fields and parameters that take what answers give under another name. */
const ALSO: Record<string, readonly string[]> = {
  id: [':id', 'run', 'subjectID', 'decisionID'],
  photo: [':photo'],
  payrollID: ['payrollIDs', 'except'],
  decisionID: ['decisionID'],
  number: [':number'],
  adminID: [':adminID'],
};

/** What answers have given under a name, to be handed in again under that name: ids, versions, hashes. */
export class Learned {
  readonly named: Record<string, unknown[]> = {};

  /** @param text an answer; what is no JSON teaches nothing @param resource whose answer it is, such as pay-files */
  learn(text: string, resource: string): void {
    if (text.length > MAX_TEXT || !/^[[{]/.test(text)) return;
    try {
      this.#read(JSON.parse(text), resource, 0);
    } catch {
      // A page or a file.
    }
  }

  #read(value: unknown, resource: string, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, ITEMS)) this.#read(item, resource, depth + 1);
      return;
    }
    for (const [name, field] of Object.entries(value)) {
      if (typeof field === 'object') this.#read(field, resource, depth + 1);
      else for (const each of [name, ...(ALSO[name] ?? []), `${resource}:${name}`]) this.#keep(each, field);
    }
  }

  #keep(name: string, value: unknown): void {
    const known = this.named[name];
    if (known?.includes(value)) return;
    this.named[name] = [...(known ?? []), value].slice(-KEPT);
  }
}
