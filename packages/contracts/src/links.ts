/** The free ids of a link besides its source (`tid`) and landing page (`lp`), as its address names them. */
export const SUB_IDS = ['s1', 's2', 's3', 's4', 's5'] as const;
export type SubId = (typeof SUB_IDS)[number];
/** Those that a link carries; none is empty. */
export type SubIds = Partial<Record<SubId, string>>;

/** What a link's address says besides whose it is; `tid` and `lp` are empty where it carries none. */
export interface LinkMarks extends SubIds {
  tid: string;
  lp: string;
}

/** The sub-ids of anything that may carry them, without empty ones. */
export function subIdsOf(fields: { [id in SubId]?: unknown }): SubIds {
  const ids: SubIds = {};
  for (const id of SUB_IDS) {
    const value = fields[id];
    if (typeof value === 'string' && value !== '') ids[id] = value;
  }
  return ids;
}
