import {
  aConfiguration,
  anAdmin,
  anAffiliate,
  expectSurvivesAnyAnswer,
  never,
  renderApp,
  type ScreenUnderTest,
} from '@partnerdesk/web/testing';
import { useState } from 'react';
import { JumpBox } from './jump/jump-box';
import { createRemoteLoader, LoaderContext } from './remotes/remote-loader';
import { renderShell } from './testing';

const DAY = '2026-11-20';
const INSTANT = '2026-11-20T15:00:00.000Z';
const SCHEDULE = { dueDate: DAY, endDate: DAY, persons: 2, amount: 12.5, overdue: false };
const QUEUES = { photoIds: 1, profilePics: 0, galleryPics: 0, memberPics: 0, profiles: 0, staff: 0 };
const FAILED = {
  kind: 'mails',
  count: 1,
  more: false,
  oldestAt: INSTANT,
  reasons: [{ reason: 'no', count: 1 }],
};
const ITEMS = { count: 1, oldest: INSTANT };
const PERIOD = {
  startDate: DAY,
  endDate: DAY,
  statistics: { salesCount: 1 },
  days: [{ day: DAY, salesCount: 1 }],
};
const BY_HOUR = { day: DAY, soFar: { salesCount: 1 }, hours: [{ hour: 9, salesCount: 1 }] };
const DASHBOARD = {
  waiting: {
    photoIds: ITEMS,
    profilePics: ITEMS,
    galleryPics: ITEMS,
    memberPics: ITEMS,
    profiles: ITEMS,
    staff: ITEMS,
  },
  ownDecisions: {
    today: 1,
    latest: [{ decisionID: 'a', kind: 'image', type: 1, id: 7, from: 0, to: 2, at: INSTANT, items: 1 }],
  },
  payrollDue: { affiliates: SCHEDULE, operators: SCHEDULE },
  figures: {
    today: { day: DAY, salesCount: 1 },
    yesterday: { day: DAY, salesAmount: 2.5 },
    month: PERIOD,
    monthBefore: PERIOD,
  },
  health: {
    workerAlive: true,
    lastEventsAt: INSTANT,
    waitingEvents: { count: 1, more: false, oldestSince: INSTANT, keys: [{ key: 'member:1', count: 1 }] },
    queues: [{ name: 'mail', waiting: 0, active: 0, delayed: 0, failed: 1, paused: false }],
    failedWork: [FAILED],
  },
};
const FOUND = [{ kind: 'affiliate', id: 2, name: 'Ann', emailAddress: 'ann@example.com', status: 1 }];

const start = (person: unknown) => ({
  'GET /configuration': aConfiguration(),
  'GET /session': { session: person },
});

/** Path → what is asked for there, with a right answer. */
const ANSWERS: Record<string, Record<string, unknown>> = {
  '/login': { ...start(null), 'POST /login': { result: 1, ...anAffiliate() } },
  '/restore-password': { ...start(null), 'GET /send-request-restore-password': { isSuccessful: true } },
  '/update-password': { ...start(null), 'POST /login': { result: 1 } },
  '/confirm-email': { ...start(null), 'POST /confirm-email': { isSuccessful: true, response: 'Done' } },
  '/not-me': { ...start(null), 'POST /not-me': { isSuccessful: true, response: 'Done' } },
  '/security': {
    ...start(anAdmin()),
    'GET /second-factor': {
      totp: false,
      passkeys: [{ id: 'k', name: 'Laptop', createdAt: INSTANT, lastUsedAt: null }],
      recoveryCodesLeft: 10,
      required: false,
    },
    'GET /sessions': [
      {
        id: 'a',
        current: true,
        device: 'Firefox',
        place: '192.0.2',
        startedAt: INSTANT,
        lastSeenAt: INSTANT,
      },
      {
        id: 'b',
        current: false,
        device: 'Chrome',
        place: '192.0.2',
        startedAt: INSTANT,
        lastSeenAt: INSTANT,
      },
    ],
    'POST /second-factor/totp': { secret: 'ABCD', uri: 'otpauth://totp/x?secret=ABCD' },
    'DELETE /second-factor/passkeys/k': {
      totp: true,
      passkeys: [],
      recoveryCodesLeft: 10,
      required: false,
    },
    'POST /second-factor/recovery-codes': { recoveryCodes: ['abcd-efgh'] },
    'DELETE /sessions/b': true,
    'POST /end-other-sessions': true,
  },
  '/dashboard': {
    ...start(anAdmin()),
    'GET /office-dashboard': DASHBOARD,
    'GET /admin-get-statistics-by-day': { current: PERIOD, previous: PERIOD },
    'GET /statistics-by-hour': { today: BY_HOUR, yesterday: BY_HOUR },
    'GET /moderation-queues': QUEUES,
    'POST /logout': true,
  },
  '/failed-work': {
    ...start(anAdmin()),
    'GET /moderation-queues': QUEUES,
    'GET /failed-work': [FAILED],
    'GET /failed-work/mails': {
      rows: [{ id: 'm', what: 'contact', at: INSTANT, reason: 'no', retry: 'with-all', attempts: 8 }],
      more: false,
    },
    'POST /failed-work/mails': { retried: 1, left: 0 },
  },
  '/releases': {
    ...start(anAdmin(['queues'])),
    'GET /releases': [
      {
        name: 'payroll',
        version: '0.1.0-a',
        state: 'current',
        share: 100,
        releasedAt: INSTANT,
        replacedAt: INSTANT,
        loads: 1,
        errors: 0,
      },
    ],
  },
};

it.each(Object.entries(ANSWERS))('%s survives any answer of any shape', async (path, answers) => {
  localStorage.clear();
  const screen: ScreenUnderTest = {
    open: (api) => renderShell({ path, api }),
    answers,
    typed: { EmailAddress: 'ada@example.com' },
  };
  await expectSurvivesAnyAnswer(screen);
});

function OpenJumpBox() {
  const [text, setText] = useState('');
  return <JumpBox text={text} onText={setText} onClose={() => undefined} />;
}

it('the box that goes anywhere survives any answer of any shape', () =>
  expectSurvivesAnyAnswer({
    open: (api) =>
      renderApp(
        <LoaderContext value={createRemoteLoader(never)}>
          <OpenJumpBox />
        </LoaderContext>,
        { person: anAdmin(), api },
      ),
    answers: { 'GET /find-anyone': FOUND },
    pauseMs: 150,
  }));
