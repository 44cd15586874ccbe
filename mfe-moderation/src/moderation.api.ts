import {
  type BulkResult,
  type DecisionResult,
  IMAGES_PAGE_SIZE,
  type ImageForReview,
  type ImageOrder,
  type ImageType,
  type ModerationQueues,
  type OpenedItem,
  type ProfileForReview,
  type QueueProgress,
  type ReviewKind,
  type StaffForReview,
  type UndoResult,
} from '@partnerdesk/contracts';
import { api, shape } from '@partnerdesk/web';
import {
  beyondApplication,
  beyondImage,
  beyondProfile,
  isApplication,
  isBulk,
  isDecided,
  isImage,
  isOpened,
  isProfile,
  isProgress,
  isReasons,
  isUndo,
} from './moderation.shapes';

/** Which pictures a list shows. */
export interface ImagesArgs {
  type: ImageType;
  /** Missing: all that are listed. */
  status?: number;
  order: ImageOrder;
  /** Only this person's. */
  staffID?: number;
  memberID?: number;
  /** photoID to begin with. */
  from?: number;
}

/** What goes with every decision. */
export interface Why {
  reason?: string;
  note?: string;
}

interface ImageStatusArgs extends Why {
  identifier: number;
  type: ImageType;
  status: number;
  staffID: number;
  photoID: number;
  review: number;
}

interface ImageStatusesArgs extends Why {
  type: ImageType;
  status: number;
  items: { photoID: number; review: number }[];
}

/** Pictures of one person; one of the two ids. */
export interface OwnPicturesArgs {
  type: ImageType;
  staffID?: number;
  memberID?: number;
}

/** Pictures of each type that are shown beside the open one. */
const OWN_PICTURES = 6;

interface ItemArgs {
  kind: ReviewKind;
  id: number;
}

const { listOf } = shape;

type Decided = DecisionResult | true;

/** The state of an item after a decision; `true` says that it is as it was sent. */
const resultOf = (answer: Decided, { kind, id, status, review }: DecisionResult): DecisionResult =>
  answer === true ? { kind, id, status, review: review + 1 } : answer;

/** Quiet where the screen itself says what went wrong. Each decision changes the counts of the menu. */
const moderationApi = api
  .enhanceEndpoints({ addTagTypes: ['ModerationQueues', 'Profiles', 'Applications'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getImages: build.infiniteQuery<ImageForReview[], ImagesArgs, number | undefined>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (page) =>
            page.length < IMAGES_PAGE_SIZE ? undefined : page[page.length - 1]?.photoID,
        },
        query: ({ queryArg: { from, ...list }, pageParam: after }) => ({
          url: 'images-for-review',
          params: { ...list, ...(after === undefined ? from !== undefined && { from } : { after }) },
        }),
        extraOptions: { expects: listOf(isImage), defaults: beyondImage },
        transformResponse: (rows: ImageForReview[], _meta, { queryArg: { type } }) =>
          rows.map((row) => (row.type ? row : { ...row, type })),
        keepUnusedDataFor: 0,
      }),
      updateImageStatus: build.mutation<DecisionResult, ImageStatusArgs>({
        query: (body) => ({ url: 'update-image-status', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isDecided },
        transformResponse: (answer: Decided, _meta, { photoID, ...sent }) =>
          resultOf(answer, { kind: 'image', id: photoID, ...sent }),
        invalidatesTags: ['ModerationQueues'],
      }),
      updateImageStatuses: build.mutation<BulkResult[], ImageStatusesArgs>({
        query: (body) => ({ url: 'update-image-statuses', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isBulk },
        invalidatesTags: ['ModerationQueues'],
      }),
      getProfiles: build.query<ProfileForReview[], void>({
        query: () => 'profiles-for-review',
        extraOptions: { expects: listOf(isProfile), defaults: beyondProfile },
        providesTags: ['Profiles'],
        keepUnusedDataFor: 0,
      }),
      updateProfileStatus: build.mutation<
        DecisionResult,
        Why & { profileID: number; status: number; isGood: boolean; review: number }
      >({
        query: (body) => ({ url: 'update-profile-status', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isDecided },
        transformResponse: (answer: Decided, _meta, { profileID, ...sent }) =>
          resultOf(answer, { kind: 'profile', id: profileID, ...sent }),
        invalidatesTags: ['ModerationQueues'],
      }),
      getApplications: build.query<StaffForReview[], void>({
        query: () => 'staff-for-review',
        extraOptions: { expects: listOf(isApplication), defaults: beyondApplication },
        providesTags: ['Applications'],
        keepUnusedDataFor: 0,
      }),
      updateStaffStatus: build.mutation<
        DecisionResult,
        Why & { staffID: number; status: number; review: number }
      >({
        query: (body) => ({ url: 'update-staff-status', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isDecided },
        transformResponse: (answer: Decided, _meta, { staffID, ...sent }) =>
          resultOf(answer, { kind: 'staff', id: staffID, ...sent }),
        invalidatesTags: ['ModerationQueues'],
      }),
      claimItem: build.mutation<OpenedItem, ItemArgs>({
        query: (body) => ({ url: 'claim-item', method: 'POST', body }),
        extraOptions: { quiet: true, expects: isOpened },
      }),
      releaseItem: build.mutation<unknown, ItemArgs>({
        query: (body) => ({ url: 'release-item', method: 'POST', body }),
        extraOptions: { quiet: true },
      }),
      undoDecision: build.mutation<UndoResult, void>({
        query: () => ({ url: 'undo-decision', method: 'POST', body: {} }),
        extraOptions: { quiet: true, expects: isUndo },
        invalidatesTags: ['ModerationQueues', 'Profiles', 'Applications'],
      }),
      getProgress: build.query<QueueProgress, keyof ModerationQueues>({
        query: (queue) => ({ url: 'moderation-progress', params: { queue } }),
        extraOptions: { quiet: true, expects: isProgress },
        providesTags: ['ModerationQueues'],
      }),
      /** A few pictures of one type of the same person, of every status; quiet: they are shown beside the open one. */
      getOwnPictures: build.query<ImageForReview[], OwnPicturesArgs>({
        query: (params) => ({ url: 'images-for-review', params: { ...params, limit: OWN_PICTURES } }),
        extraOptions: { quiet: true, expects: listOf(isImage) },
      }),
      getReasons: build.query<string[], void>({
        query: () => 'rejection-reasons',
        extraOptions: { quiet: true, expects: isReasons },
      }),
    }),
  });

export const {
  useGetImagesInfiniteQuery,
  useUpdateImageStatusMutation,
  useUpdateImageStatusesMutation,
  useGetProfilesQuery,
  useUpdateProfileStatusMutation,
  useGetApplicationsQuery,
  useUpdateStaffStatusMutation,
  useClaimItemMutation,
  useReleaseItemMutation,
  useUndoDecisionMutation,
  useGetReasonsQuery,
  useGetProgressQuery,
  useGetOwnPicturesQuery,
} = moderationApi;
