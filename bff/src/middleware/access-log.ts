import type { Step } from '../context';

/** One line for each request. The path without its query: queries hold emails and ids. */
export const accessLog: Step = async (ctx, next) => {
  const started = performance.now();
  ctx.res.once('close', () => {
    ctx.state.logger.info(
      {
        method: ctx.method,
        path: ctx.path,
        status: ctx.res.statusCode,
        durationMs: Math.round(performance.now() - started),
        address: ctx.ip,
        ...(ctx.state.principal && { who: `${ctx.state.principal.kind}:${ctx.state.principal.id}` }),
        ...(!ctx.res.writableFinished && { aborted: true }),
      },
      'request',
    );
  });
  await next();
};
