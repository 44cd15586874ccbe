import { CALLS, docsCall, docsStylesCall, escapeHtml, referenceCall } from '@partnerdesk/contracts';
import { type OpenApi, type Operation, openApiOf } from '../../open-api/open-api';
import { VERSION } from '../../version';
import { htmlPage } from '../html-page';
import type { AddRoutes } from '../route-deps';

/** The reference of every call, for the office: what it may do is not advertised to others (docs/RULES.md, API keys). */
export const addApiDocsRoutes: AddRoutes = ({ handle }, { env }) => {
  let made: OpenApi | undefined;
  // It takes a tenth of a second.
  const document = () => {
    made ??= openApiOf(CALLS, { title: 'All calls', version: VERSION, url: env.publicUrl });
    return made;
  };

  handle(referenceCall, document);

  handle(docsCall, ({ ctx }) => {
    ctx.type = 'html';
    return presentDocs(document());
  });

  handle(docsStylesCall, ({ ctx }) => {
    ctx.type = 'css';
    return DOCS_STYLES;
  });
};

/** Its styles: a file of its own, as the policy demands. */
const DOCS_STYLES = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem; }
h1 { line-height: 1.2; }
h2 { margin: 2.5rem 0 0.75rem; font-size: 1.15rem; }
h3 { font-size: 1rem; }
a { color: LinkText; }
nav ul { columns: 20rem; margin: 0; padding-left: 1.25rem; }
details { border-top: 1px solid #8886; padding: 0.5rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; padding: 0.125rem 0; }
summary code { font-size: 14px; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow: auto; padding: 0.75rem; background: #8882; border-radius: 6px; }
b { display: inline-block; min-width: 4rem; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid #8886; padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
`;

/** The document as a page: no scripts, so that it works under the strictest policy. */
function presentDocs({ info, paths }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ path, method, operation })),
  );
  const callers = [...new Set(calls.map(({ operation }) => operation.tags[0]))];
  const callsOf = (who: string) => calls.filter(({ operation }) => operation.tags[0] === who).map(callOf);
  const link = (who: string, index: number) =>
    `<li><a href="#callers-${index}">For ${escapeHtml(who)}</a></li>`;
  const title = escapeHtml(info.title);
  return htmlPage(
    title,
    `<h1>${title} ${escapeHtml(info.version)}</h1>
<p>Made from what the calls check. The same as <a href="/api/openapi.json">an OpenAPI 3.1 document</a>; what each answers
is typed in packages/contracts.</p>
<nav aria-label="Calls by who may make them"><ul>${callers.map(link).join('')}</ul></nav>
<main>
${callers.map((who, index) => `<h2 id="callers-${index}">For ${escapeHtml(who)}</h2>\n${callsOf(who).join('\n')}`).join('\n')}
</main>`,
    '<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/styles.css">',
  );
}

interface Call {
  path: string;
  method: string;
  operation: Operation;
}

function callOf({ path, method, operation }: Call): string {
  const { summary, description, parameters, requestBody } = operation;
  const body = requestBody?.content['application/json']?.schema;
  return `<details>
<summary><b>${escapeHtml(method.toUpperCase())}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(summary ?? '')}</summary>
<p>${escapeHtml(description)}</p>
${parameters.length > 0 ? tableOf(parameters) : ''}
${body ? `<h3>Body</h3>\n${jsonOf(body)}` : ''}
<h3>Answers</h3>
${jsonOf(operation.responses)}
</details>`;
}

const jsonOf = (value: object) => `<pre>${escapeHtml(JSON.stringify(value, undefined, 2))}</pre>`;

const tableOf = (parameters: Operation['parameters']) => `<table>
<thead><tr><th>Parameter</th><th>In</th><th>Needed</th><th>What it takes</th></tr></thead>
<tbody>${parameters
  .map(
    ({ name, in: place, required, schema, description = '' }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${required ? 'yes' : 'no'}</td><td>${escapeHtml(description)} <code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  .join('')}</tbody>
</table>`;
