import type { Env } from '@partnerdesk/node';
import type { Ctx } from './context';

/** Whether people reach the product over https; the proxy speaks it with them, we http with the proxy. */
export const isSecure = ({ publicUrl }: Env): boolean => publicUrl.startsWith('https:');

/** A cookie's name: under https one that browsers take from and give to this very host alone. */
export const cookieName = (name: string, env: Env): string => (isSecure(env) ? `__Host-${name}` : name);

/** A cookie that no script reads and no other site's page sends. */
export function ownCookie(env: Env, name: string, options: { signed: boolean; maxAge: number }) {
  const secure = isSecure(env);
  const fullName = cookieName(name, env);
  return {
    get: (ctx: Ctx): string => ctx.cookies.get(fullName, options) ?? '',
    set: (ctx: Ctx, value: string): void => {
      if (secure) ctx.cookies.secure = true;
      ctx.cookies.set(fullName, value, {
        ...options,
        secure,
        httpOnly: true,
        sameSite: 'lax',
        overwrite: true,
      });
    },
  };
}
