import { PAY_FILE_FORMAT_TEXT, type PayrollEvent } from '@partnerdesk/contracts';
import { type BadgeTone, formatUsd, Moment, Panel } from '@partnerdesk/web';
import { Timeline } from '@partnerdesk/web/parts';
import { counted } from '../payroll/texts';

const DID: Record<PayrollEvent['step'], { text: string; tone?: BadgeTone }> = {
  requested: { text: 'Approval requested', tone: 'caution' },
  approved: { text: 'Approved', tone: 'good' },
  declined: { text: 'Declined', tone: 'bad' },
  expired: { text: 'Request expired', tone: 'caution' },
  executed: { text: 'Executed', tone: 'good' },
  'file-made': { text: 'file made', tone: 'info' },
  'file-downloaded': { text: 'file downloaded', tone: 'info' },
  'file-discarded': { text: 'file discarded' },
  paid: { text: 'Marked paid', tone: 'good' },
  returned: { text: 'Came back', tone: 'bad' },
};

/** Who did what to the payroll, the latest first. */
export function Course({ course }: { course: readonly PayrollEvent[] }) {
  return (
    <Panel title="History">
      {course.length === 0 ? (
        <p className="pd-panel-muted">Nothing was executed yet.</p>
      ) : (
        <Timeline
          label="History of the payroll"
          entries={course.map((event) => {
            const { step, at, by, payments, amount, payFileID, approvalID, format, reason } = event;
            const { text, tone } = DID[step] ?? { text: step };
            const what = format ? `${PAY_FILE_FORMAT_TEXT[format]} ${text}` : text;
            const figures = [
              payments !== undefined && counted(payments, 'payment'),
              amount !== undefined && formatUsd(amount),
            ];
            return {
              key: [step, at, by, payFileID, approvalID].join(' '),
              when: <Moment at={at} />,
              title: what,
              details: [...figures, `by ${by}`, reason].filter(Boolean).join(', '),
              ...(tone && { tone }),
            };
          })}
        />
      )}
    </Panel>
  );
}
