import {
  POSTBACK_EVENT_TEXT,
  POSTBACK_EVENTS,
  type Postback,
  type PostbackEvent,
} from '@partnerdesk/contracts';
import {
  CheckField,
  Form,
  type FormProblem,
  requireFields,
  SubmitButton,
  TextField,
  useAlerts,
  useForm,
} from '@partnerdesk/web';
import { useSavePostbackMutation } from './postbacks.api';

type Values = { address: string; active: boolean } & Record<PostbackEvent, boolean>;

interface PostbackFormProps {
  saved: Postback;
  /** The secret that has come with the first save. */
  onSecret: (secret: string) => void;
}

const valuesOf = ({ address, events, active, hasSecret }: Postback): Values => {
  // Who has saved nothing yet most often wants everything.
  const isOn = (event: PostbackEvent) => !hasSecret || events.includes(event);
  return {
    address,
    active: active || !hasSecret,
    join: isOn('join'),
    sale: isOn('sale'),
    refund: isOn('refund'),
  };
};

function noEvent(values: Values): FormProblem<Values> | undefined {
  const text = 'Please choose at least one event';
  if (POSTBACK_EVENTS.some((event) => values[event])) return undefined;
  return { alert: text, fields: { [POSTBACK_EVENTS[0]]: text } };
}

/** The address, what it is called for, and whether it is. */
export function PostbackForm({ saved, onSecret }: PostbackFormProps) {
  const alerts = useAlerts();
  const [save] = useSavePostbackMutation();
  const form = useForm<Values>({
    initial: valuesOf(saved),
    validate: (values) =>
      values.active
        ? (requireFields(values, ['address'], 'Please enter an address') ?? noEvent(values))
        : undefined,
    submit: async ({ address, active, ...wanted }) => {
      const events = POSTBACK_EVENTS.filter((event) => wanted[event]);
      const { secret } = await save({ address: address.trim(), events, active }).unwrap();
      if (secret) onSecret(secret);
      alerts.success(active ? 'Your postback is on' : 'Your postback is off');
    },
  });
  return (
    <Form form={form} label="Postback">
      <TextField
        form={form}
        name="address"
        label="Address"
        hint="Starts with https://, such as https://example.com/postback?id={id}&sum={payout}"
      />
      <fieldset className="pd-field">
        <legend className="form-label">Called on</legend>
        <div className="aff-checks">
          {POSTBACK_EVENTS.map((event) => (
            <CheckField key={event} form={form} name={event} label={POSTBACK_EVENT_TEXT[event]} />
          ))}
        </div>
      </fieldset>
      <CheckField
        form={form}
        name="active"
        label="Call this address"
        hint="While it is off nothing is called, and nothing of that time is called later"
      />
      <SubmitButton submitting={form.submitting}>Save postback</SubmitButton>
    </Form>
  );
}
