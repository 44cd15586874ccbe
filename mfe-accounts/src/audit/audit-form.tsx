import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditSubject,
  choicesOf,
  parseDay,
} from '@partnerdesk/contracts';
import {
  Button,
  DateField,
  Form,
  SelectField,
  SubmitButton,
  TextField,
  useConfiguration,
  useForm,
  useSearchParams,
} from '@partnerdesk/web';
import { type GridParams, readGridParams, writeGridParams } from '@partnerdesk/web/grid';
import { useMemo } from 'react';
import { useFreshValues } from '../use-fresh-values';

const ACTIONS = choicesOf(AUDIT_ACTIONS).sort((a, b) => a.label.localeCompare(b.label));
const SUBJECTS = choicesOf(AUDIT_SUBJECTS);
const MAX_TEXT = 100;
interface AuditFormProps {
  search: AuditSearch;
  onSearch: (search: AuditSearch) => void;
  searching: boolean;
}

/** What to narrow the log to: who, what, which record, which days; nothing of it has to be given. */
export function AuditForm({ search, onSearch, searching }: AuditFormProps) {
  const { today } = useConfiguration();
  const form = useForm<AuditSearch>({
    initial: search,
    validate: ({ subjectType, subjectID, startDate, endDate }) => {
      const texts = {
        ...(subjectType && !subjectID.trim() && { subjectID: 'Please enter the record’s id' }),
        ...(!subjectType && subjectID.trim() && { subjectType: 'Please select what the id is of' }),
        ...(startDate && endDate && endDate < startDate && { endDate: 'Before the start date' }),
      };
      const [alert] = Object.values(texts);
      return alert ? { alert, fields: texts } : undefined;
    },
    submit: async (values) =>
      onSearch({ ...values, actor: values.actor.trim(), subjectID: values.subjectID.trim() }),
  });
  // Back, forward and links bring another search into it.
  useFreshValues(form, search);
  return (
    <Form form={form} label="Search" className="acc-audit-search">
      <TextField form={form} name="actor" label="Who (email)" type="search" maxLength={MAX_TEXT} />
      <SelectField form={form} name="action" label="What" options={ACTIONS} placeholder="Anything" />
      <SelectField
        form={form}
        name="subjectType"
        label="Record"
        options={SUBJECTS}
        placeholder="Any record"
      />
      <TextField form={form} name="subjectID" label="Record’s id" maxLength={MAX_TEXT} />
      <DateField form={form} name="startDate" label="Start date" max={today} />
      <DateField form={form} name="endDate" label="End date" max={today} />
      <div className="pd-actions">
        <SubmitButton submitting={searching}>Search</SubmitButton>
        <Button variant="outline-primary" onClick={() => onSearch(NOTHING)}>
          Show all
        </Button>
      </div>
    </Form>
  );
}

/** What the log is narrowed to; what is empty is not asked for. */
export interface AuditSearch {
  actor: string;
  action: AuditAction | '';
  subjectType: AuditSubject | '';
  subjectID: string;
  startDate: string;
  endDate: string;
}

export const NOTHING: AuditSearch = {
  actor: '',
  action: '',
  subjectType: '',
  subjectID: '',
  startDate: '',
  endDate: '',
};

const MAX_PAGE = 1000;

/** Reads an address; what makes no sense in it is left out. */
function readAuditSearch(params: URLSearchParams): AuditSearch {
  const text = (name: string) => params.get(name)?.trim() ?? '';
  const action = text('action');
  const subjectType = text('subjectType');
  const known = subjectType in AUDIT_SUBJECTS && text('subjectID') !== '';
  return {
    actor: text('actor'),
    action: action in AUDIT_ACTIONS ? (action as AuditAction) : '',
    subjectType: known ? (subjectType as AuditSubject) : '',
    subjectID: known ? text('subjectID') : '',
    startDate: parseDay(text('startDate')) ?? '',
    endDate: parseDay(text('endDate')) ?? '',
  };
}

/** The query of the call; in the address it is the same, without what is as usual. */
export function auditQueryOf(search: AuditSearch, page = 1): Record<string, string> {
  const given = Object.entries(search).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(given), ...(page > 1 && { page: String(page) }) };
}

/** The log's search as the address bar holds it, so that a link, a reload or the back button shows the same. */
export function useAuditParams() {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => readAuditSearch(params), [params]);
  const grid = useMemo(() => {
    const read = readGridParams(params, {});
    return { ...read, page: Math.min(read.page, MAX_PAGE) };
  }, [params]);
  const go = (next: AuditSearch, shown: Partial<GridParams>, replace = false) =>
    setParams({ ...auditQueryOf(next), ...writeGridParams({ ...grid, ...shown }) }, { replace });
  return {
    search,
    grid,
    searchFor: (next: AuditSearch) => go(next, { page: 1 }),
    toPage: (page: number) => go(search, { page }),
    show: (view: Partial<GridParams>) => go(search, view, true),
  };
}
