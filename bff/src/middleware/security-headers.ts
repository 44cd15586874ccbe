import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { cspReportsCall, pathOf } from '@partnerdesk/contracts';
import type { Env } from '@partnerdesk/node';
import helmet from 'helmet';
import type { Step } from '../context';
import { isSecure } from '../cookies';

const GOOGLE_CAPTCHA = 'https://www.google.com/recaptcha/';
const GOOGLE_CAPTCHA_SCRIPTS = 'https://www.gstatic.com/recaptcha/';

/** Where browsers report what the policy refused. */
const CSP_REPORT_PATH = pathOf(cspReportsCall);

/** Features of browsers that no page of ours uses, nor any script that found its way into one. */
const PERMISSIONS_POLICY =
  'camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()';

/** Origins from which remotes are loaded besides our own. */
function remoteOrigins(env: Env): string[] {
  const absolute = Object.values(env.remoteManifests).filter((address) => URL.canParse(address));
  return [...new Set(absolute.map((address) => new URL(address).origin))];
}

/** A policy that names every source: federation needs the remotes' origins, neither inline scripts nor eval. */
export function securityHeaders(env: Env): Step {
  const secure = isSecure(env);
  const own = ["'self'", ...remoteOrigins(env)];
  const captcha = env.googleCaptchaKey ? [GOOGLE_CAPTCHA] : [];
  const captchaScripts = env.googleCaptchaKey ? [GOOGLE_CAPTCHA, GOOGLE_CAPTCHA_SCRIPTS] : [];
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: [...own, ...captchaScripts],
        styleSrc: own,
        imgSrc: [...own, 'data:', 'blob:'],
        fontSrc: own,
        mediaSrc: own,
        connectSrc: [...own, ...captcha],
        frameSrc: captcha.length > 0 ? captcha : ["'none'"],
        workerSrc: ["'self'", 'blob:'],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        reportUri: [CSP_REPORT_PATH],
        reportTo: ['csp'],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  });
  const headers = [
    ...headersOf(setHeaders),
    ['Permissions-Policy', PERMISSIONS_POLICY],
    ['Reporting-Endpoints', `csp="${CSP_REPORT_PATH}"`],
  ] as const;
  return (ctx, next) => {
    for (const [name, value] of headers) ctx.res.setHeader(name, value);
    return next();
  };
}

/** They are the same for every request. */
function headersOf(setHeaders: ReturnType<typeof helmet>): (readonly [string, string])[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  setHeaders(response.req, response, (error?: unknown) => {
    if (error) throw error;
  });
  return response.getHeaderNames().map((name) => [name, String(response.getHeader(name))] as const);
}
