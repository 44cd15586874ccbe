import { CALLS, docsCall, docsStylesCall, referenceCall } from '@partnerdesk/contracts';
import { type OpenApi, openApiOf } from '../../open-api/open-api';
import { VERSION } from '../../version';
import type { AddRoutes } from '../route-deps';
import { DOCS_STYLES, presentDocs } from './api-docs.presenter';

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
