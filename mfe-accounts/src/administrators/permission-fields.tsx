import { MONEY_PERMISSIONS, PERMISSION_TEXT, PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import { CheckField, type FormState } from '@partnerdesk/web';

/** Whether each permission is given. */
export type PermissionValues = Record<Permission, boolean>;

export const valuesOf = (given: readonly Permission[]) =>
  Object.fromEntries(PERMISSIONS.map((each) => [each, given.includes(each)])) as PermissionValues;

export const permissionsOf = (values: PermissionValues) => PERMISSIONS.filter((each) => values[each]);

/** Permissions in words, as one sentence. */
export const textOf = (permissions: readonly Permission[]): string =>
  permissions
    .map((each) => PERMISSION_TEXT[each])
    .map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1)))
    .join('; ') || 'none';

const TWO = MONEY_PERMISSIONS as readonly Permission[];

/** A box for each permission; those that take two managers stand by themselves. */
export function PermissionFields<Values extends PermissionValues>({ form }: { form: FormState<Values> }) {
  return (
    <fieldset className="acc-permissions">
      <legend className="form-label">May</legend>
      {PERMISSIONS.filter((each) => !TWO.includes(each)).map((each) => (
        <CheckField key={each} form={form} name={each} label={PERMISSION_TEXT[each]} />
      ))}
      <p className="pd-field-hint">What moves money waits until another manager confirms it:</p>
      {TWO.map((each) => (
        <CheckField key={each} form={form} name={each} label={PERMISSION_TEXT[each]} />
      ))}
    </fieldset>
  );
}
