import { type OpenApi, openApiOf } from '../../open-api/open-api';
import { VERSION } from '../../version';
import type { AddRoutes } from '../route-deps';
import { DOCS_PATH, DOCS_STYLES, presentDocs } from './api-docs.presenter';

/** The reference of every call, for the office: what it may do is not advertised to others (docs/RULES.md, API keys). */
export const addApiDocsRoutes: AddRoutes = (router, { env, everyRoute }) => {
  let made: OpenApi | undefined;
  // At the first question every route is there; it takes a tenth of a second.
  const document = () => {
    made ??= openApiOf(everyRoute, { title: 'All calls', version: VERSION, url: env.publicUrl });
    return made;
  };

  router.get('/openapi.json', (ctx) => {
    ctx.body = document();
  });

  router.get(DOCS_PATH, (ctx) => {
    ctx.type = 'html';
    ctx.body = presentDocs(document());
  });

  router.get(`${DOCS_PATH}/styles.css`, (ctx) => {
    ctx.type = 'css';
    ctx.body = DOCS_STYLES;
  });
};
