import { REMOTE_NAMES } from '../routes';
import * as s from '../schema/schema';
import {
  BROWSER_REPORTS_PATH,
  BROWSER_TRACES_PATH,
  MAX_BROWSER_ERRORS,
  MAX_BROWSER_SPANS,
  WEB_VITALS,
} from '../wire-browser';
import { call } from './call';

/* What pages and browsers report by themselves (docs/RUNBOOK.md, Watch). */

const fromPages = { who: 'anybody', answer: s.nothing(), errors: ['too_many_requests'] } as const;

/** Ten minutes: what a page in the background measured says nothing. */
const MAX_VITAL_MS = 600_000;
const PARTS = ['shell', ...REMOTE_NAMES] as const;
/** Whose script it is: the shell's or a remote's. */
export type BrowserPart = (typeof PARTS)[number];
const version = s.optional(s.text({ pattern: /^[\w.-]{1,40}$/ }));

const browserError = s.object({
  part: s.oneOf(PARTS, { about: 'Whose script it came from' }),
  version,
  name: s.text({ pattern: /^\w{1,60}$/, about: 'Name of the error’s class, such as TypeError' }),
  place: s.text({
    pattern: /^[\w.-]{1,100}:\d+:\d+$/,
    empty: true,
    about: 'File, line and column, such as `main.3fa2.js:1:2300`; empty: unknown',
  }),
});
/** An error in a page: its kind and place in our scripts, never its text, which may hold what somebody typed. */
export type BrowserError = s.SentOf<typeof browserError>;
const report = s.object({
  vitals: s.standard(s.object(s.each(WEB_VITALS, s.optional(s.number({ min: 0, max: MAX_VITAL_MS })))), {}),
  errors: s.standard(s.list(browserError, { max: MAX_BROWSER_ERRORS }), []),
  loaded: s.standard(
    s.object(s.each(PARTS, version), { about: 'Builds loaded since the last report, by their part' }),
    {},
  ),
});
/** What one page view has to report; no person, no address, no query. */
export type BrowserReport = s.SentOf<typeof report>;
export const browserReportsCall = call(`POST ${BROWSER_REPORTS_PATH}`, {
  about: 'Errors and web vitals of an open page',
  ...fromPages,
  body: report,
  bodyLimit: 4000,
});

const hex = (digits: number) =>
  s.text({ pattern: new RegExp(`^[0-9a-f]{${digits}}$`), patternName: 'hexadecimal digits' });
const nanos = s.text({ pattern: /^\d{1,20}$/, patternName: 'nanoseconds' });
/** Only what is named here is passed on: a browser's attributes may hold addresses. */
const span = s.object(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: s.optional(hex(16)),
    name: s.text({ pattern: /^(GET|POST|PUT|DELETE)$/, patternName: 'method' }),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    status: s.optional(
      s.object({ code: s.optional(s.number({ whole: true, min: 0, max: 2 })) }, { others: 'kept' }),
    ),
  },
  { others: 'dropped' },
);
const scope = s.object({ spans: s.list(span, { max: MAX_BROWSER_SPANS }) }, { others: 'kept' });
const resource = s.object({ scopeSpans: s.list(scope, { max: 1 }) }, { others: 'kept' });
export const browserTracesCall = call(`POST ${BROWSER_TRACES_PATH}`, {
  about: 'Calls as a page measured them: OTLP as JSON',
  ...fromPages,
  body: { resourceSpans: s.list(resource, { max: 1 }) },
  bodyLimit: 100_000,
});

const word = s.optional(s.text({ max: 2000, empty: true }));
const older = s.object(
  {
    'csp-report': s.object(
      s.each(['effective-directive', 'violated-directive', 'blocked-uri', 'document-uri'], word),
      { others: 'kept' },
    ),
  },
  { others: 'kept', about: 'As `report-uri` has it sent' },
);
export type CspReport = s.CheckedOf<typeof older>['csp-report'];
const newer = s.list(
  s.object(
    {
      body: s.object({ effectiveDirective: word, blockedURL: word, documentURL: word }, { others: 'kept' }),
    },
    { others: 'kept' },
  ),
  { max: 20, about: 'As `report-to` has them sent' },
);
export const cspReportsCall = call('POST /api/csp-reports', {
  about: 'What a browser refused to load or run by the content security policy',
  ...fromPages,
  anySite: true,
  body: s.eitherBy(s.list(s.anything()), newer, older),
  bodyTypes: ['application/csp-report', 'application/reports+json', 'application/json'],
  bodyLimit: 20_000,
});
