import type { AnySchema, CheckedOf } from '@partnerdesk/contracts';
import type Joi from 'joi';
import { joiOf } from './joi-of';

const OPTIONS: Joi.ValidationOptions = { abortEarly: false, errors: { wrap: { label: false } } };

/**
 * What was sent, checked and converted by its schema.
 * @param context what rules of the schema ask for
 * @throws Joi's error, with every fault in it; the errors step maps it
 */
export function checkOrThrow<S extends AnySchema>(value: unknown, schema: S, context?: object): CheckedOf<S> {
  const checked = joiOf(schema).validate(value, { ...OPTIONS, ...(context && { context }) });
  if (checked.error) throw checked.error;
  return checked.value;
}
