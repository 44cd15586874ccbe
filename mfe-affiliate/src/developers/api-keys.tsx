import { API_KEY_DAYS, type ApiKeyDays, type ApiKeyRow, MAX_API_KEY_NAME } from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  CopyLine,
  DataTable,
  EmptyState,
  Form,
  formatInstant,
  Moment,
  Panel,
  QueryView,
  requireFields,
  SelectField,
  SubmitButton,
  singleClick,
  TextField,
  useConfiguration,
  useForm,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useGetApiKeysQuery, useMakeApiKeyMutation, useRevokeApiKeyMutation } from './developers.api';

/** The affiliate's keys: made, shown once, revoked. */
export function ApiKeys() {
  const keys = useGetApiKeysQuery();
  const [made, setMade] = useState<string>();
  return (
    <Panel title="API keys">
      <p className="pd-panel-muted">
        A key reads your figures and changes nothing. Keep it where only your program finds it, and revoke one
        that others may have seen. A new password ends all of them.
      </p>
      {made && (
        <>
          <p role="status">This is your key. It is shown this once.</p>
          <CopyLine text={made} what="key" label="Key" />
        </>
      )}
      <NewKey onMade={setMade} />
      <QueryView query={keys} failure="Your keys could not be loaded.">
        {(rows) => (rows.length === 0 ? <EmptyState text="You have no keys" /> : <KeyTable rows={rows} />)}
      </QueryView>
    </Panel>
  );
}

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const [make] = useMakeApiKeyMutation();
  const form = useForm({
    initial: { name: '', days: '90' },
    validate: (values) => requireFields(values, ['name'], 'Please enter a name'),
    submit: async ({ name, days }) => {
      const { key } = await make({ name: name.trim(), days: Number(days) as ApiKeyDays }).unwrap();
      onMade(key);
      form.reset({ name: '', days });
    },
  });
  const options = API_KEY_DAYS.map((days) => ({ value: String(days), label: `${days} days` }));
  return (
    <Form form={form} label="New key" className="mb-3">
      <div className="pd-form-grid">
        <TextField
          form={form}
          name="name"
          label="Name"
          hint="Such as the program that uses it"
          maxLength={MAX_API_KEY_NAME}
        />
        <SelectField form={form} name="days" label="Works for" options={options} />
      </div>
      <SubmitButton submitting={form.submitting}>Create key</SubmitButton>
    </Form>
  );
}

function KeyTable({ rows }: { rows: readonly ApiKeyRow[] }) {
  const { businessTimezone } = useConfiguration();
  const [revoke, { isLoading }] = useRevokeApiKeyMutation();
  const columns: Column<ApiKeyRow>[] = [
    { header: 'Name', cell: ({ name }) => name, rowHeader: true },
    { header: 'Starts with', cell: ({ id }) => <code>pdk_{id}</code> },
    { header: 'Made', cell: ({ createdAt }) => formatInstant(createdAt, businessTimezone) },
    { header: 'Expires', cell: ({ expiresAt }) => formatInstant(expiresAt, businessTimezone) },
    {
      header: 'Last used',
      cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : 'Never'),
    },
    {
      header: 'Revoke',
      cell: ({ id, name }) => (
        <Button
          size="sm"
          variant="outline-primary"
          aria-label={`Revoke ${name}`}
          aria-disabled={isLoading}
          onClick={singleClick(() => !isLoading && void revoke(id))}
        >
          Revoke
        </Button>
      ),
      numeric: true,
    },
  ];
  return <DataTable stacked caption="Keys" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
