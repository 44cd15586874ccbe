import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  IMAGES_PAGE_SIZE,
  type ImageOrder,
  type ImageType,
  MAX_BULK_ITEMS,
  MAX_IMAGES_PAGE_SIZE,
} from '@partnerdesk/contracts';
import Joi from 'joi';
import { id } from '../../middleware/validate';
import { type JudgementFields, judgementFields } from '../moderation/moderation.schema';

const type = () => Joi.number().valid(...Object.values(IMAGE_TYPE));
const { approved, rejected, hidden } = IMAGE_STATUS;
const newStatus = () => Joi.number().valid(approved, rejected, hidden).required();

export interface ImagesQuery {
  type: ImageType;
  status?: number;
  staffID?: number;
  memberID?: number;
  order: ImageOrder;
  after?: number;
  from?: number;
  limit: number;
}

/** GET /images-for-review. Without `status`: all that are listed, so all but Hidden. */
export const imagesQuery = Joi.object<ImagesQuery>({
  type: type().required(),
  status: Joi.number().valid(IMAGE_STATUS.unprocessed, approved, rejected),
  staffID: id(),
  memberID: id(),
  order: Joi.valid('oldest', 'newest').default('oldest'),
  after: id(),
  from: id(),
  limit: Joi.number().integer().min(1).max(MAX_IMAGES_PAGE_SIZE).default(IMAGES_PAGE_SIZE),
}).oxor('after', 'from');

export interface ImageStatusBody extends JudgementFields {
  identifier: number;
  type: ImageType;
  status: number;
  staffID: number;
  photoID?: number;
}

/** POST /update-image-status (docs/PRODUCT.md §7); photoID, review, reason and note are beyond it. */
export const imageStatusBody = Joi.object<ImageStatusBody>({
  identifier: id().required(),
  type: type().required(),
  status: newStatus(),
  staffID: Joi.number().integer().min(0).default(0),
  photoID: id(),
  ...judgementFields,
});

export interface ImageStatusesBody extends Omit<JudgementFields, 'review'> {
  type: ImageType;
  status: number;
  items: { photoID: number; review?: number }[];
}

/** POST /update-image-statuses: one decision on many pictures. */
export const imageStatusesBody = Joi.object<ImageStatusesBody>({
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
