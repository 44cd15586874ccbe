import { decisionText, nounOfItem, type OfficeDashboard } from '@partnerdesk/contracts';
import { formatCount, Moment, Panel } from '@partnerdesk/web';
import { ScreenLink } from '../menus/screen-link';
import { longestWait } from './needs';

interface OwnDecisionsProps {
  decisions: NonNullable<OfficeDashboard['ownDecisions']>;
  /** Of a person who comes to review: before the first decision the way to the queue that waits longest. */
  waiting?: OfficeDashboard['waiting'];
}

/** How far the person has come today, and their last decisions. */
export function OwnDecisions({ decisions: { today, latest }, waiting }: OwnDecisionsProps) {
  if (latest.length === 0) return waiting ? <FirstStep waiting={waiting} /> : null;
  return (
    <Panel title="Your decisions">
      <p className="pd-panel-muted">{today === 0 ? 'None' : formatCount(today)} today. The latest:</p>
      <ul className="pd-list sh-decisions">
        {latest.map((decision) => (
          <li key={decision.decisionID}>
            <span>{decisionText(decision)}</span>
            <span className="pd-panel-muted">
              {nounOfItem(decision)}, <Moment at={decision.at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function FirstStep({ waiting }: { waiting: NonNullable<OfficeDashboard['waiting']> }) {
  const next = longestWait(waiting);
  return (
    <Panel title="Your decisions">
      <p className="pd-panel-muted">
        None yet. What you approve and reject is listed here.{' '}
        {next ? (
          <>
            Start with{' '}
            <ScreenLink path={next.path} search="?open=next">
              the {next.label.toLowerCase()}
            </ScreenLink>
            , which wait longest.
          </>
        ) : (
          'Nothing waits at the moment; new items are counted above.'
        )}
      </p>
    </Panel>
  );
}
