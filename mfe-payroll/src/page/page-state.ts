import type { PayFile, PaymentsSum, PayrollOverview } from '@partnerdesk/contracts';
import { type BadgeTone, sumUsd } from '@partnerdesk/web';
import { isSent } from '../payroll/pay-file-columns';

/** Where a payroll is: each has one next step at most. */
export type PageStep =
  | 'executing'
  | 'making'
  | 'made'
  | 'ready'
  | 'unfiled'
  | 'waiting'
  | 'sent'
  | 'early'
  | 'generating'
  | 'look'
  | 'paid'
  | 'nothing';

interface PageFacts {
  overview: PayrollOverview;
  isExecuting: boolean;
  /** Files were asked for of what was just executed, and none has come yet. */
  awaitsFiles: boolean;
  /** Rows that nothing speaks against; undefined while they are not known. */
  ready: number | undefined;
  /** Rows that are selected, and whether somebody has said which. */
  selected: number;
  isChosen: boolean;
  /** The period goes on: what is open so far need not be paid now. */
  isEarly: boolean;
}

export const summed = (...sums: readonly PaymentsSum[]): PaymentsSum => ({
  payments: sums.reduce((sum, { payments }) => sum + payments, 0),
  amount: sumUsd(sums.map(({ amount }) => amount)),
});

/** Parts that nobody has downloaded, of files whose payments are not all settled. */
export const newParts = (files: readonly PayFile[]) =>
  files
    .filter(({ state, leftOut, lines }) => state === 'open' && leftOut < lines)
    .flatMap(({ payFileID, parts }) =>
      parts
        .filter(({ downloaded }) => !downloaded)
        .map(({ number, fileName }) => ({ payFileID, number, fileName })),
    );

const isUnfiled = ({ nacha, paypal }: PayrollOverview['unfiled']) => nacha.payments + paypal.payments > 0;

/** Of what is executed files are to be made, downloaded or marked as paid: until then nobody is preselected. */
export const hasNextFile = ({ files, unfiled }: PayrollOverview) =>
  isUnfiled(unfiled) ||
  newParts(files).length > 0 ||
  files.some((file) => file.state === 'making' || isSent(file));

/**
 * What somebody selects is next, else what was begun is finished first; what needs a look comes last, since nothing waits
 * for it.
 */
export function pageStepOf(facts: PageFacts): PageStep {
  const { overview, isExecuting, awaitsFiles, ready, selected, isChosen, isEarly } = facts;
  const { progress, files, unfiled } = overview;
  const { open, waiting, paid, returned, filed, executed } = progress;
  const isOpen = open.payments > (waiting?.payments ?? 0);
  if (isExecuting) return 'executing';
  if ((awaitsFiles && isUnfiled(unfiled)) || files.some(({ state }) => state === 'making')) return 'making';
  if (isOpen && isChosen && selected > 0) return isEarly ? 'early' : 'ready';
  if (newParts(files).length > 0) return 'made';
  if (isOpen && selected > 0 && !isEarly) return 'ready';
  if (isUnfiled(unfiled)) return 'unfiled';
  if (waiting) return 'waiting';
  if (files.some(isSent)) return 'sent';
  if (isOpen && ready === undefined) return 'generating';
  if (isOpen && ready) return isEarly ? 'early' : 'ready';
  if (isOpen || executed.payments + filed.payments > 0) return 'look';
  return paid.payments + returned.payments > 0 ? 'paid' : 'nothing';
}

const STATE: Record<PageStep, { text: string; tone: BadgeTone }> = {
  executing: { text: 'Executing', tone: 'info' },
  making: { text: 'Making the files', tone: 'info' },
  made: { text: 'Files made', tone: 'info' },
  ready: { text: 'Ready', tone: 'good' },
  unfiled: { text: 'Executed', tone: 'caution' },
  waiting: { text: 'Waits for approval', tone: 'caution' },
  sent: { text: 'Files downloaded', tone: 'info' },
  early: { text: 'Open so far', tone: 'neutral' },
  generating: { text: 'Generating', tone: 'info' },
  look: { text: 'Needs a look', tone: 'caution' },
  paid: { text: 'Paid', tone: 'good' },
  nothing: { text: 'Nothing to pay', tone: 'neutral' },
};

export const stateTextOf = (step: PageStep, { progress: { paid, returned } }: PayrollOverview) =>
  step === 'paid' && paid.payments === 0 && returned.payments > 0
    ? { text: 'Came back', tone: 'caution' as const }
    : STATE[step];

/** What is executed: of another clerk's execution only the payments are counted. */
export type Executing = { payments: number; amount: number | undefined };

export function sumOf(
  step: PageStep,
  { progress, unfiled: { nacha, paypal } }: PayrollOverview,
  selected: PaymentsSum,
  executing: Executing,
): Executing & { of: string } {
  const { open, waiting, executed, filed, paid } = progress;
  switch (step) {
    case 'executing':
      return { ...executing, of: 'being executed' };
    case 'ready':
    case 'early':
      return { ...selected, of: 'selected' };
    case 'waiting':
      return { ...(waiting ?? open), of: 'prepared' };
    case 'unfiled':
      return { ...summed(nacha, paypal), of: 'in no file yet' };
    case 'making':
      return { ...summed(nacha, paypal, filed), of: 'for pay files' };
    case 'made':
    case 'sent':
      return { ...filed, of: 'in pay files' };
    case 'paid':
      return { ...paid, of: 'paid' };
    case 'look':
      return open.payments > 0 ? { ...open, of: 'open' } : { ...executed, of: 'in no file' };
    default:
      return { ...open, of: 'open' };
  }
}
