import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  IMAGES_PAGE_SIZE,
  MAX_BULK_ITEMS,
  MAX_IMAGES_PAGE_SIZE,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';
import { judgementFields } from '../moderation/moderation.schema';

const type = () => Joi.number().valid(...Object.values(IMAGE_TYPE));
const { approved, rejected, hidden } = IMAGE_STATUS;
const newStatus = () => Joi.number().valid(approved, rejected, hidden).required();

/** GET /images-for-review. Without `status`: all that are listed, so all but Hidden. */
export const imagesQuery = Joi.object({
  type: type().required(),
  status: Joi.number().valid(IMAGE_STATUS.unprocessed, approved, rejected),
  staffID: id(),
  memberID: id(),
  order: Joi.valid('oldest', 'newest').default('oldest'),
  after: id(),
  from: id(),
  limit: Joi.number().integer().min(1).max(MAX_IMAGES_PAGE_SIZE).default(IMAGES_PAGE_SIZE),
}).oxor('after', 'from');

/** POST /update-image-status (docs/PRODUCT.md §7); photoID, review, reason and note are beyond it. */
export const imageStatusBody = Joi.object({
  identifier: id().required(),
  type: type().required(),
  status: newStatus(),
  staffID: Joi.number().integer().min(0).default(0),
  photoID: id(),
  ...judgementFields,
});

/** POST /update-image-statuses: one decision on many pictures. */
export const imageStatusesBody = Joi.object({
  type: type().required(),
  status: newStatus(),
  items: Joi.array()
    .items(Joi.object({ photoID: id().required(), review: judgementFields.review }))
    .min(1)
    .max(MAX_BULK_ITEMS)
    .unique('photoID')
    .required(),
  reason: judgementFields.reason,
  note: judgementFields.note,
});
