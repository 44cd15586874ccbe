import { ACCOUNT_SORTS, ACCOUNT_WIRE, type AccountKind, MAX_RESULT_PAGE } from '@partnerdesk/contracts';
import type { AccountCriteria, AccountOrder } from '@partnerdesk/domain';
import Joi from 'joi';
import type { ShapeOf } from '../../middleware/joi-types';

const NUMBER_TEXT = 'Please enter a number';

/** One of id, Email and SearchName, empty ones don't count (docs/PRODUCT.md §3 "Search criteria"); none: everybody. */
function criteriaFields(kind: AccountKind) {
  const { query } = ACCOUNT_WIRE[kind];
  const id = Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).empty('').default(0);
  return {
    [query]: id.messages({ '*': NUMBER_TEXT }),
    Email: Joi.string().trim().allow('').default(''),
    SearchName: Joi.string().trim().allow('').default(''),
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
    page: Joi.number().integer().min(1).max(MAX_RESULT_PAGE).default(1),
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
  const criteria: AccountCriteria = {
    ...(id > 0 && { id }),
    ...(query.Email && { email: query.Email }),
    ...(query.SearchName && { name: query.SearchName }),
  };
  const { sort, order } = query;
  return { criteria, ...(sort && { order: { column: sort, descending: order === 'desc' } }) };
}
