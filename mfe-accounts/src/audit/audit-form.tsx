import { AUDIT_ACTIONS, AUDIT_SUBJECTS, choicesOf } from '@partnerdesk/contracts';
import {
  Button,
  DateField,
  Form,
  SelectField,
  SubmitButton,
  TextField,
  useConfiguration,
  useForm,
} from '@partnerdesk/web';
import { useFreshValues } from '../use-fresh-values';
import { type AuditSearch, NOTHING } from './audit-params';

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
