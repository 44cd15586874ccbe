import { PERMISSION_TEXT, PERMISSIONS, type Permission } from '@partnerdesk/contracts';
import { CheckField, type FormState } from '@partnerdesk/web';

/** Whether each permission is given. */
export type PermissionValues = Record<Permission, boolean>;

export const valuesOf = (given: readonly Permission[]) =>
  Object.fromEntries(PERMISSIONS.map((each) => [each, given.includes(each)])) as PermissionValues;

export const permissionsOf = (values: PermissionValues) => PERMISSIONS.filter((each) => values[each]);

/** A box for each permission. */
export function PermissionFields<Values extends PermissionValues>({ form }: { form: FormState<Values> }) {
  return (
    <fieldset className="acc-permissions">
      <legend className="form-label">May</legend>
      {PERMISSIONS.map((each) => (
        <CheckField key={each} form={form} name={each} label={PERMISSION_TEXT[each]} />
      ))}
    </fieldset>
  );
}
