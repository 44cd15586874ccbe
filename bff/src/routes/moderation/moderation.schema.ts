import { MAX_NOTE_LENGTH, QUEUE_NAMES, REVIEW_KINDS } from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';

/** What every decision may carry besides its status. */
export const judgementFields = {
  /** As it was read with the item. */
  review: Joi.number().integer().min(0),
  reason: Joi.string().trim().max(100).allow(''),
  note: Joi.string().trim().max(MAX_NOTE_LENGTH).allow(''),
};

/** GET /moderation-progress. */
export const progressQuery = Joi.object({ queue: Joi.valid(...QUEUE_NAMES).required() });

/** POST /claim-item and /release-item. */
export const itemBody = Joi.object({
  kind: Joi.valid(...REVIEW_KINDS).required(),
  id: id().required(),
});

/** POST /undo-decision; without decisionID the last one. */
export const undoBody = Joi.object({ decisionID: Joi.string().guid() });
