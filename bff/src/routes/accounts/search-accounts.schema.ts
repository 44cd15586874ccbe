import {
  ACCOUNT_SORTS,
  ACCOUNT_WIRE,
  type AccountKind,
  MAX_CURSOR,
  PAGE_SIZE,
  PAYMENT_TYPE,
} from '@partnerdesk/contracts';
import type { AccountCriteria, AccountOrder } from '@partnerdesk/domain';
import Joi from 'joi';
import type { ShapeOf } from '../../middleware/joi-types';
import { day } from '../../middleware/validate';

const NUMBER_TEXT = 'Please enter a number';

/** Highest status that an account can be given (update-account.schema.ts). */
const MAX_STATUS = 99;

/** One of id, Email and SearchName, empty ones don't count (docs/PRODUCT.md §3 "Search criteria"); none: everybody. */
function criteriaFields(kind: AccountKind) {
  const { query } = ACCOUNT_WIRE[kind];
  /** Members have no such fields. */
  const ofPayees = <Schema extends Joi.AnySchema>(schema: Schema) =>
    kind === 'member' ? Joi.forbidden() : schema;
  const id = Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).empty('').default(0);
  return {
    [query]: id.messages({ '*': NUMBER_TEXT }),
    Email: Joi.string().trim().allow('').default(''),
    SearchName: Joi.string().trim().allow('').default(''),
    status: Joi.number().integer().min(0).max(MAX_STATUS),
    paymentType: ofPayees(Joi.number().valid(...Object.values(PAYMENT_TYPE))),
    joinedFrom: ofPayees(day()),
    joinedTo: ofPayees(day()),
    sort: Joi.valid(...ACCOUNT_SORTS[kind]),
    order: Joi.valid('asc', 'desc').default('asc'),
  };
}

type Criteria = ShapeOf<ReturnType<typeof criteriaFields>>;

function onlyOneCriterion(kind: AccountKind): Joi.CustomValidator<Criteria> {
  return (query, helpers) => {
    const given = [query[ACCOUNT_WIRE[kind].query], query.Email, query.SearchName].filter(Boolean);
    return given.length > 1 ? helpers.message({ custom: 'Search by one of id, email and name' }) : query;
  };
}

/** A page of a result. */
export const searchQuery = (kind: AccountKind) =>
  Joi.object({
    ...criteriaFields(kind),
    page: Joi.number()
      .integer()
      .min(1)
      .max(Math.floor(Number.MAX_SAFE_INTEGER / PAGE_SIZE))
      .default(1),
    /** Of SEARCH_CURSOR; it overrides the page. */
    cursor: Joi.string().max(MAX_CURSOR),
  }).custom(onlyOneCriterion(kind));

/** All of a result. */
export const exportQuery = (kind: AccountKind) =>
  Joi.object(criteriaFields(kind)).custom(onlyOneCriterion(kind));

/** GET /find-anyone. */
export const findQuery = Joi.object({ q: Joi.string().trim().allow('').required() });

/** The checked query as the domain takes it. */
export function searchOf(
  kind: AccountKind,
  query: Criteria,
): { criteria: AccountCriteria; order?: AccountOrder } {
  const id = Number(query[ACCOUNT_WIRE[kind].query]);
  const { Email, SearchName, sort, order, status, paymentType, joinedFrom, joinedTo } = query;
  const criteria: AccountCriteria = {
    ...(id > 0 && { id }),
    ...(Email && { email: Email }),
    ...(SearchName && { name: SearchName }),
    ...(status !== undefined && { status }),
    ...(paymentType !== undefined && { paymentType }),
    ...(joinedFrom && { joinedFrom }),
    ...(joinedTo && { joinedTo }),
  };
  return { criteria, ...(sort && { order: { column: sort, descending: order === 'desc' } }) };
}
