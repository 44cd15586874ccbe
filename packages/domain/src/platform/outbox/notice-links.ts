import {
  ACCOUNT_KIND_NAMES,
  DAILY_DIGEST,
  isSignInKind,
  NOTICE_TEXT,
  NOTICES,
  type Notice,
  type SignInKind,
} from '@partnerdesk/contracts';
import { domainConfig } from '../config';
import { decryptField, encryptField } from '../crypto/field-encryption';

/** A mail that can be switched off, and whose it is. */
export interface NoticeRef {
  kind: SignInKind | 'administrator';
  id: number;
  notice: Notice | typeof DAILY_DIGEST;
}

const SIGNING_IN: readonly string[] = ['administrator', ...ACCOUNT_KIND_NAMES.filter(isSignInKind)];
export const signsIn = (kind = ''): kind is NoticeRef['kind'] => SIGNING_IN.includes(kind);

const CONTEXT = 'unsubscribe';
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** The address that switches one kind of mail off for one person. */
export function unsubscribeUrl({ kind, id, notice }: NoticeRef): string {
  const token = encryptField(`${kind}:${id}:${notice}`, CONTEXT);
  return `${domainConfig().publicUrl ?? ''}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
}

/** What the token of such an address stands for; undefined: nothing, or its key is not in use any more. */
export function readUnsubscribeToken(token: string): NoticeRef | undefined {
  try {
    const [kind, id, notice] = decryptField(token, CONTEXT).split(':');
    const known: readonly string[] = [...NOTICES, DAILY_DIGEST];
    if (!signsIn(kind) || !known.includes(notice ?? '')) return undefined;
    return { kind, id: Number(id), notice: notice as NoticeRef['notice'] };
  } catch {
    return undefined;
  }
}

export const switchOffText = (ref: NoticeRef): string => `
--
You get this because "${NOTICE_TEXT[ref.notice]}" is switched on. To switch it off:
${unsubscribeUrl(ref)}
`;
