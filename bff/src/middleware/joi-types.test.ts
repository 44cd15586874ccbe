import Joi from 'joi';
import { checkOrThrow } from './validate';

/** Fails to compile unless both types are the same. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;

const schema = Joi.object({
  id: Joi.number().integer().required(),
  note: Joi.string().max(10),
  order: Joi.valid('asc', 'desc').default('asc'),
  rows: Joi.array().items(Joi.object({ id: Joi.number().required(), mark: Joi.string() })),
  part: Joi.object({ text: Joi.string().required() }).allow(null).default(null),
  reason: Joi.when('order', { is: 'desc', then: Joi.string().required(), otherwise: Joi.forbidden() }),
  ignored: Joi.any().strip(),
});

it('types a checked value by its schema', () => {
  const input = checkOrThrow({ id: '7', order: 'desc', reason: 'late', ignored: 1 }, schema);
  const same: [
    Same<typeof input.id, number>,
    Same<typeof input.note, string | undefined>,
    Same<typeof input.order, 'asc' | 'desc'>,
    Same<typeof input.rows, { id: number; mark?: string }[] | undefined>,
    Same<typeof input.part, { text: string } | null>,
    Same<typeof input.reason, string | undefined>,
    Same<keyof typeof input, 'id' | 'note' | 'order' | 'rows' | 'part' | 'reason'>,
  ] = [true, true, true, true, true, true, true];
  expect(same).not.toContain(false);
  expect(input).toEqual({ id: 7, order: 'desc', part: null, reason: 'late' });
});
