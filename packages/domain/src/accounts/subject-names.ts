import { ACCOUNT_KIND_NAMES } from '@partnerdesk/contracts';
import type { AuditLine } from '../platform';
import { nameOfAccount } from './account-kinds';
import { SEALED_MODELS } from './sealed-models';

const NAME_FIELDS = { firstName: 1, lastName: 1, username: 1 } as const;

/** Names, as they are now, of the people that lines of the audit log are about, by `affiliate:12`. */
export async function subjectNames(
  lines: readonly Pick<AuditLine, 'subject'>[],
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const type of [...ACCOUNT_KIND_NAMES, 'administrator'] as const) {
    const { model, idField } = SEALED_MODELS[type];
    const about = lines.flatMap(({ subject }) => (subject?.type === type ? Number(subject.id) : []));
    if (about.length === 0) continue;
    const query = { [idField]: { $in: [...new Set(about)] } };
    const found: Record<string, unknown>[] = await model.find(query, { ...NAME_FIELDS, [idField]: 1 }).lean();
    for (const account of found) names.set(`${type}:${account[idField]}`, nameOfAccount(account));
  }
  return names;
}
