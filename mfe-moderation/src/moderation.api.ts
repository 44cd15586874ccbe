import {
  claimItemCall,
  type DecisionResult,
  IMAGES_PAGE_SIZE,
  type ImageForReview,
  type ImageOrder,
  type ImageType,
  imagesForReviewCall,
  lookAtItemCall,
  moderationDecisionsCall,
  moderationProgressCall,
  type OpenedItem,
  PICTURE_TYPES,
  profilesForReviewCall,
  type QueueName,
  type ReviewKind,
  rejectionReasonsCall,
  releaseItemCall,
  staffForReviewCall,
  undoDecisionCall,
  updateImageStatusCall,
  updateImageStatusesCall,
  updateProfileStatusCall,
  updateStaffStatusCall,
} from '@partnerdesk/contracts';
import { api, ask } from '@partnerdesk/web';

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

type ProfileStatusArgs = Why & { profileID: number; status: number; isGood: boolean; review: number };
type StaffStatusArgs = Why & { staffID: number; status: number; review: number };

/** A page of a list, behind this photoID; undefined: the first one. */
interface ImagesPage {
  queryArg: ImagesArgs;
  pageParam: number | undefined;
}

type Decided = DecisionResult | true;

/** The state of an item after a decision; `true` says that it is as it was sent. */
const resultOf = (answer: Decided, { kind, id, status, review }: DecisionResult): DecisionResult =>
  answer === true ? { kind, id, status, review: review + 1 } : answer;

/** A type that this page does not know has neither a screen nor an owner. */
const isKnown = ({ type }: ImageForReview) => type in PICTURE_TYPES;

/** Where the screen itself says what went wrong. */
const quiet = { quiet: true };

const releasing = ask(releaseItemCall, (body: ItemArgs) => ({ body }), quiet);

/** What each decision changes besides its item: the counts of the menu and of the queue, and what can be undone. */
const DECISION_TAGS = ['ModerationQueues', 'OwnDecisions'] as const;

const moderationApi = api
  .enhanceEndpoints({ addTagTypes: ['ModerationQueues', 'OwnDecisions', 'Profiles', 'Applications'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getImages: build.infiniteQuery<ImageForReview[], ImagesArgs, ImagesPage['pageParam']>({
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (page) =>
            page.length < IMAGES_PAGE_SIZE ? undefined : page[page.length - 1]?.photoID,
        },
        ...ask(imagesForReviewCall, ({ queryArg: { from, ...list }, pageParam: after }: ImagesPage) => ({
          query: { ...list, ...(after === undefined ? from !== undefined && { from } : { after }) },
        })),
        transformResponse: (rows: ImageForReview[], _: unknown, { queryArg: { type } }: ImagesPage) =>
          rows.map((row) => (isKnown(row) ? row : { ...row, type })),
        keepUnusedDataFor: 0,
      }),
      updateImageStatus: build.mutation<DecisionResult, ImageStatusArgs>({
        ...ask(updateImageStatusCall, (body: ImageStatusArgs) => ({ body }), quiet),
        transformResponse: (answer: Decided, _: unknown, { photoID, ...sent }: ImageStatusArgs) =>
          resultOf(answer, { kind: 'image', id: photoID, ...sent }),
        invalidatesTags: DECISION_TAGS,
      }),
      updateImageStatuses: build.mutation({
        ...ask(updateImageStatusesCall, (body: ImageStatusesArgs) => ({ body }), quiet),
        invalidatesTags: DECISION_TAGS,
      }),
      getProfiles: build.query({
        ...ask(profilesForReviewCall),
        providesTags: ['Profiles'],
        keepUnusedDataFor: 0,
      }),
      updateProfileStatus: build.mutation<DecisionResult, ProfileStatusArgs>({
        ...ask(updateProfileStatusCall, (body: ProfileStatusArgs) => ({ body }), quiet),
        transformResponse: (answer: Decided, _: unknown, { profileID, ...sent }: ProfileStatusArgs) =>
          resultOf(answer, { kind: 'profile', id: profileID, ...sent }),
        invalidatesTags: DECISION_TAGS,
      }),
      getApplications: build.query({
        ...ask(staffForReviewCall),
        providesTags: ['Applications'],
        keepUnusedDataFor: 0,
      }),
      updateStaffStatus: build.mutation<DecisionResult, StaffStatusArgs>({
        ...ask(updateStaffStatusCall, (body: StaffStatusArgs) => ({ body }), quiet),
        transformResponse: (answer: Decided, _: unknown, { staffID, ...sent }: StaffStatusArgs) =>
          resultOf(answer, { kind: 'staff', id: staffID, ...sent }),
        invalidatesTags: DECISION_TAGS,
      }),
      claimItem: build.mutation({
        ...ask(claimItemCall, (body: ItemArgs) => ({ body }), quiet),
        transformResponse: ({ image, ...item }: OpenedItem): OpenedItem =>
          image && isKnown(image) ? { ...item, image } : item,
      }),
      releaseItem: build.mutation({
        ...releasing,
        // A tab that is closed says it, too.
        query: (item: ItemArgs) => ({ ...releasing.query(item), keepalive: true }),
      }),
      lookAtItem: build.mutation(ask(lookAtItemCall, (body: ItemArgs) => ({ body }), quiet)),
      /** The last one, or the one that is named. */
      undoDecision: build.mutation({
        ...ask(
          undoDecisionCall,
          (decisionID: string | undefined) => ({ body: decisionID === undefined ? {} : { decisionID } }),
          quiet,
        ),
        invalidatesTags: [...DECISION_TAGS, 'Profiles', 'Applications'],
      }),
      getDecisions: build.query({
        ...ask(moderationDecisionsCall, undefined, quiet),
        providesTags: ['OwnDecisions'],
      }),
      getProgress: build.query({
        ...ask(moderationProgressCall, (queue: QueueName) => ({ query: { queue } }), quiet),
        providesTags: ['ModerationQueues'],
      }),
      /** A few pictures of one type of the same person, of every status; quiet: they are shown beside the open one. */
      getOwnPictures: build.query(
        ask(
          imagesForReviewCall,
          (query: OwnPicturesArgs) => ({ query: { ...query, limit: OWN_PICTURES } }),
          quiet,
        ),
      ),
      getReasons: build.query(ask(rejectionReasonsCall, undefined, quiet)),
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
  useLookAtItemMutation,
  useUndoDecisionMutation,
  useGetDecisionsQuery,
  useGetReasonsQuery,
  useGetProgressQuery,
  useGetOwnPicturesQuery,
} = moderationApi;

/** Somebody has decided: what waits has changed, and one of the person's own decisions may be theirs no more. */
export const queuesChanged = () => moderationApi.util.invalidateTags([...DECISION_TAGS]);
