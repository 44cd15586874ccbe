import { REMOTE_NAMES } from '../routes';
import {
  anything,
  type CheckedOf,
  each,
  eitherBy,
  list,
  nothing,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  standard,
  text,
} from '../schema/schema';
import {
  BROWSER_REPORTS_PATH,
  BROWSER_TRACES_PATH,
  MAX_BROWSER_ERRORS,
  MAX_BROWSER_SPANS,
  WEB_VITALS,
} from '../wire-browser';
import { call } from './call';

/* What pages and browsers report by themselves (docs/RUNBOOK.md, Watch). */

const fromPages = { who: 'anybody', answer: nothing(), errors: ['too_many_requests'] } as const;

/** Ten minutes: what a page in the background measured says nothing. */
const MAX_VITAL_MS = 600_000;
const PARTS = ['shell', ...REMOTE_NAMES] as const;
/** Whose script it is: the shell's or a remote's. */
export type BrowserPart = (typeof PARTS)[number];
const version = optional(text({ pattern: /^[\w.-]{1,40}$/ }));

const browserError = object({
  part: oneOf(PARTS, { about: 'Whose script it came from' }),
  version,
  name: text({ pattern: /^\w{1,60}$/, about: 'Name of the error’s class, such as TypeError' }),
  place: text({
    pattern: /^[\w.-]{1,100}:\d+:\d+$/,
    empty: true,
    about: 'File, line and column, such as `main.3fa2.js:1:2300`; empty: unknown',
  }),
});
/** An error in a page: its kind and place in our scripts, never its text, which may hold what somebody typed. */
export type BrowserError = SentOf<typeof browserError>;
const report = object({
  vitals: standard(object(each(WEB_VITALS, optional(number({ min: 0, max: MAX_VITAL_MS })))), {}),
  errors: standard(list(browserError, { max: MAX_BROWSER_ERRORS }), []),
  loaded: standard(
    object(each(PARTS, version), { about: 'Builds loaded since the last report, by their part' }),
    {},
  ),
});
/** What one page view has to report; no person, no address, no query. */
export type BrowserReport = SentOf<typeof report>;
export const browserReportsCall = call(`POST ${BROWSER_REPORTS_PATH}`, {
  about: 'Errors and web vitals of an open page',
  ...fromPages,
  body: report,
  bodyLimit: 4000,
});

const hex = (digits: number) =>
  text({ pattern: new RegExp(`^[0-9a-f]{${digits}}$`), patternName: 'hexadecimal digits' });
const nanos = text({ pattern: /^\d{1,20}$/, patternName: 'nanoseconds' });
/** Only what is named here is passed on: a browser's attributes may hold addresses. */
const span = object(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: optional(hex(16)),
    name: text({ pattern: /^(GET|POST|PUT|DELETE)$/, patternName: 'method' }),
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    status: optional(object({ code: optional(number({ whole: true, min: 0, max: 2 })) }, { others: 'kept' })),
  },
  { others: 'dropped' },
);
const scope = object({ spans: list(span, { max: MAX_BROWSER_SPANS }) }, { others: 'kept' });
const resource = object({ scopeSpans: list(scope, { max: 1 }) }, { others: 'kept' });
export const browserTracesCall = call(`POST ${BROWSER_TRACES_PATH}`, {
  about: 'Calls as a page measured them: OTLP as JSON',
  ...fromPages,
  body: { resourceSpans: list(resource, { max: 1 }) },
  bodyLimit: 100_000,
});

const word = optional(text({ max: 2000, empty: true }));
const older = object(
  {
    'csp-report': object(
      each(['effective-directive', 'violated-directive', 'blocked-uri', 'document-uri'], word),
      { others: 'kept' },
    ),
  },
  { others: 'kept', about: 'As `report-uri` has it sent' },
);
export type CspReport = CheckedOf<typeof older>['csp-report'];
const newer = list(
  object(
    {
      body: object({ effectiveDirective: word, blockedURL: word, documentURL: word }, { others: 'kept' }),
    },
    { others: 'kept' },
  ),
  { max: 20, about: 'As `report-to` has them sent' },
);
export const cspReportsCall = call('POST /api/csp-reports', {
  about: 'What a browser refused to load or run by the content security policy',
  ...fromPages,
  anySite: true,
  body: eitherBy(list(anything()), newer, older),
  bodyTypes: ['application/csp-report', 'application/reports+json', 'application/json'],
  bodyLimit: 20_000,
});
