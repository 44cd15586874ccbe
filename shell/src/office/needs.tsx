import {
  type OfficeDashboard,
  PAYROLL_TYPE,
  PAYROLLS,
  type PayrollSchedule,
  QUEUE_LABELS,
  QUEUE_OF_PATH,
} from '@partnerdesk/contracts';
import { Badge, countOf, formatAge, formatCount, formatDay, formatUsd, Panel } from '@partnerdesk/web';
import { ScreenLink } from '../menus/screen-link';
import { type Need, useProblems } from './problems';

type Waiting = NonNullable<OfficeDashboard['waiting']>;

const RISKS: readonly Need['risk'][] = ['bad', 'money', 'queue'];

/** The queue whose oldest item waits longest, and how to name it; undefined: nothing waits. */
export function longestWait(waiting: Waiting) {
  const [next] = Object.entries(QUEUE_OF_PATH)
    .flatMap(([path, queue]) => {
      const { oldest } = waiting[queue];
      return oldest ? [{ path, label: QUEUE_LABELS[queue], oldest }] : [];
    })
    .sort((one, other) => one.oldest.localeCompare(other.oldest));
  return next;
}

function queueNeeds(waiting: Waiting): Need[] {
  const next = longestWait(waiting);
  return Object.entries(QUEUE_OF_PATH).flatMap(([path, queue]) => {
    const { count, oldest } = waiting[queue];
    if (!oldest) return [];
    return {
      title: QUEUE_LABELS[queue],
      text: `${formatCount(count)}, oldest ${formatAge(oldest)}`,
      path,
      risk: 'queue',
      since: oldest,
      ...(path === next?.path && { action: { label: 'Start reviewing', path } }),
    };
  });
}

function payrollNeeds(due: NonNullable<OfficeDashboard['payrollDue']>): Need[] {
  const rows: [(typeof PAYROLLS)[1], PayrollSchedule][] = [
    [PAYROLLS[PAYROLL_TYPE.affiliates], due.affiliates],
    [PAYROLLS[PAYROLL_TYPE.operators], due.operators],
  ];
  return rows.flatMap(([{ people, page }, { persons, amount, endDate, dueDate, overdue }]) => {
    if (persons === 0) return [];
    const path = `${page}/${endDate}`;
    return {
      title: `${people} payroll`,
      text: `${formatUsd(amount)} to ${persons === 1 ? '1 person' : `${formatCount(persons)} people`}, pay by ${formatDay(dueDate)}`,
      path,
      risk: overdue ? 'bad' : 'money',
      since: dueDate,
      ...(overdue && { badge: 'Overdue' }),
      action: { label: `Pay ${people.toLowerCase()}`, path },
    };
  });
}

function unfiledNeeds(unfiled: NonNullable<OfficeDashboard['unfiled']>): Need[] {
  return unfiled.map(({ payrollType, endDate, payments, amount }) => {
    const { people, page } = PAYROLLS[payrollType];
    const path = `${page}/${endDate}`;
    return {
      title: `${people} payroll through ${formatDay(endDate)}: in no pay file`,
      text: `${formatUsd(amount)} in ${countOf(payments, 'executed payment')}`,
      path,
      risk: 'money',
      since: endDate,
      action: { label: 'Open the payroll', path },
    };
  });
}

function approvalNeeds({ waiting, amount, oldestAt }: NonNullable<OfficeDashboard['approvals']>): Need[] {
  return [
    {
      title: 'Payroll approvals',
      text: `${countOf(waiting, 'request')}, ${formatUsd(amount)}, oldest ${formatAge(oldestAt)}`,
      path: '/payroll-approvals',
      risk: 'money',
      since: oldestAt,
    },
  ];
}

/** What needs somebody, by risk and then by age; the first that can be done has the primary button. */
export function Needs({ dashboard }: { dashboard: OfficeDashboard }) {
  const { waiting, payrollDue, unfiled = [], approvals, health, reveals } = dashboard;
  const problems = useProblems({ health, reveals });
  const needs = [
    ...problems,
    ...(payrollDue ? payrollNeeds(payrollDue) : []),
    ...unfiledNeeds(unfiled),
    ...(approvals ? approvalNeeds(approvals) : []),
    ...(waiting ? queueNeeds(waiting) : []),
  ].sort(
    (one, other) =>
      RISKS.indexOf(one.risk) - RISKS.indexOf(other.risk) || one.since.localeCompare(other.since),
  );
  const first = needs.find(({ action }) => action);
  const idle = waiting ? Object.entries(QUEUE_OF_PATH).filter(([, queue]) => !waiting[queue].oldest) : [];
  return (
    <Panel title="Needs somebody" className="sh-needs">
      {needs.length === 0 && <p className="pd-panel-muted">Nothing waits for anybody.</p>}
      <ul className="pd-list">
        {needs.map((need) => (
          <NeedRow key={need.title} need={need} isFirst={need === first} />
        ))}
      </ul>
      {idle.length > 0 && (
        <p className="sh-idle">
          Nothing waits in:{' '}
          {idle.map(([path, queue], index) => (
            <span key={path}>
              {index > 0 && ', '}
              <ScreenLink path={path}>{QUEUE_LABELS[queue]}</ScreenLink>
            </span>
          ))}
        </p>
      )}
    </Panel>
  );
}

function NeedRow({ need, isFirst }: { need: Need; isFirst: boolean }) {
  const { title, text, path, search, risk, badge, action } = need;
  return (
    <li className={`sh-need-${risk}`}>
      <div>
        {path ? (
          <ScreenLink path={path} search={search}>
            {title}
          </ScreenLink>
        ) : (
          <strong>{title}</strong>
        )}{' '}
        {badge && <Badge tone="bad">{badge}</Badge>}
        {text && <div className="pd-panel-muted">{text}</div>}
      </div>
      {action && (
        <ScreenLink
          path={action.path}
          className={`btn btn-sm ${isFirst ? 'btn-primary' : 'btn-outline-primary'}`}
        >
          {action.label}
        </ScreenLink>
      )}
    </li>
  );
}
