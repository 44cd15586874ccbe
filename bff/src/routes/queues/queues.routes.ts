import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createBullBoard } from '@bull-board/api';
import { BullAdapter } from '@bull-board/api/bullAdapter';
import Router from '@koa/router';
import { AppError, changeQueueCall, queueBoardCall, queueBoardFileCall } from '@partnerdesk/contracts';
import { jobErrorOf, type Queue } from '@partnerdesk/queues';
import { ANSWERED } from '../../calls/handle';
import { audit, type Ctx, type State, type Step } from '../../context';
import { answerNotFound } from '../../middleware/errors';
import { sendFile } from '../../static/static';
import type { AddRoutes } from '../route-deps';

/** Bull's own board, to look at and, with the permission, to steer (docs/RULES.md, Accounts and access "Queues"). */
export const addQueueRoutes: AddRoutes = ({ handle }, { queues }) => {
  const all = Object.values(queues);
  const board = queueBoard(all).routes() as unknown as Step;
  const answer = async ({ ctx }: { ctx: Ctx }): Promise<typeof ANSWERED> => {
    await board(ctx, async () => answerNotFound(ctx, async () => undefined));
    return ANSWERED;
  };

  handle(queueBoardCall, answer);
  handle(queueBoardFileCall, answer);
  handle(changeQueueCall, async ({ ctx }) => {
    const change = ctx.path.slice(`${BOARD_PATH}/api/`.length);
    if (!(await canChange(all, change))) throw new AppError('not_found', 'There is no such queue or job');
    await audit(ctx, { action: 'queues.changed', subject: { type: 'queues', id: change } });
    return answer({ ctx });
  });
};

type ServerAdapter = Parameters<typeof createBullBoard>[0]['serverAdapter'];
type ApiRoute = Parameters<ServerAdapter['setApiRoutes']>[0][number];
type EntryRoute = Parameters<ServerAdapter['setEntryRoute']>[0];

const BOARD_PATH = '/queues';

/** Changes that lose no work, as the database finds jobs again: no job with other data, none that nothing asked for. */
const CHANGES = /\/(pause|resume|promote|retry(\/:queueStatus)?|clean(\/:queueStatus)?)$/;

/** A change of one queue: of all its jobs, or of the one that is named. */
const OF_A_QUEUE = /^queues\/([^/]+)\/(?:([^/]+)\/)?(?:pause|resume|promote|retry|clean)(?:\/[^/]+)?$/;
const OF_ALL = /^queues\/(?:pause|resume)$/;

/** Whether a change, a path below the board's API, is one that is offered, of a queue and a job that exist. */
async function canChange(queues: readonly Queue[], change: string): Promise<boolean> {
  if (OF_ALL.test(change)) return true;
  const [, name, jobID] = OF_A_QUEUE.exec(change) ?? [];
  const queue = queues.find((each) => each.name === decoded(name));
  if (!queue) return false;
  return jobID === undefined || (await queue.getJob(decoded(jobID))) !== null;
}

/** Empty for what is not well encoded, and so the name of nothing. */
function decoded(part = ''): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}

/** Bull's board below /queues. Bull-board has adapters for whole frameworks; this is one for our router. */
function queueBoard(queues: readonly Queue[]): Router<State> {
  const router = new Router<State>({ prefix: BOARD_PATH });
  const adapter = adapterFor(router);
  createBullBoard({
    queues: queues.map((queue) => new BullAdapter(queue)),
    serverAdapter: adapter,
    options: {
      uiConfig: { boardTitle: 'Queues', miscLinks: [{ text: 'Failed work', url: '/failed-work' }] },
      handlerHooks: { after: async (_call, answer) => ({ ...answer, body: withoutCauses(answer.body) }) },
    },
  });
  return router;
}

function adapterFor(router: Router<State>): ServerAdapter {
  let views = '';
  let uiConfig: Parameters<ServerAdapter['setUIConfig']>[0] = {};
  let boardQueues: Parameters<ServerAdapter['setQueues']>[0] = new Map();
  const adapter: ServerAdapter = {
    setQueues: (queues) => set(() => (boardQueues = queues)),
    setViewsPath: (folder) => set(() => (views = folder)),
    setUIConfig: (config) => set(() => (uiConfig = config)),
    // Errors are answered as everybody's are.
    setErrorHandler: () => adapter,
    setStaticPath: (route, folder) =>
      set(() =>
        router.get(`${route}/*file`, async (ctx, next) => {
          if (!(await sendFile(ctx, folder, ctx.params.file ?? ''))) await next();
        }),
      ),
    setEntryRoute: ({ route, handler }) =>
      set(() =>
        router.get([route].flat(), (ctx) => {
          ctx.type = 'html';
          ctx.set('Content-Security-Policy', policyOf(ctx.response.get('Content-Security-Policy')));
          ctx.body = pageOf(views, handler({ basePath: BOARD_PATH, uiConfig }));
        }),
      ),
    setApiRoutes: (routes) => set(() => routes.filter(isOffered).forEach(addApiRoute)),
  };
  const set = (change: () => unknown) => {
    change();
    return adapter;
  };
  const addApiRoute = ({ method, route, handler }: ApiRoute) =>
    router.register([route].flat(), [method].flat(), async (ctx) => {
      const { params, query, headers } = ctx;
      const answer = await handler({
        queues: boardQueues,
        uiConfig,
        params,
        query,
        body: {},
        headers: headers as Record<string, string | undefined>,
      });
      ctx.status = answer.status ?? 200;
      ctx.body = answer.body;
    });
  return adapter;
}

const isOffered = ({ method, route }: ApiRoute) =>
  [method]
    .flat()
    .every((each) => each === 'get' || (each === 'put' && [route].flat().every((one) => CHANGES.test(one))));

/** Errors of our own only: the text of any other may hold an address or a password, and stays in the worker's log. */
function withoutCauses<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutCauses) as Value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      if (name === 'failedReason' && each) return [name, jobErrorOf(String(each)).message];
      return [name, name === 'stacktrace' ? [] : withoutCauses(each)];
    }),
  ) as Value;
}

/** The board's document, without the fonts that it would load from elsewhere. */
function pageOf(views: string, { name, params }: ReturnType<EntryRoute['handler']>): string {
  return readFileSync(path.join(views, name), 'utf8')
    .replace(/<link href="https:[^>]*>/g, '')
    .replace(/<%[=-] (\w+) %>/g, (_tag, field: string) => String(params[field as keyof typeof params] ?? ''));
}

/** The board has a base address and styles of its own making; scripts stay as strict as everywhere. */
const policyOf = (usual: string) =>
  usual
    .replace("base-uri 'none'", "base-uri 'self'")
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");
