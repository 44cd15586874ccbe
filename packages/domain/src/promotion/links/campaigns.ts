import {
  AppError,
  type Campaign,
  type CampaignInput,
  type LinkMarks,
  MAX_CAMPAIGNS,
  subIdsOf,
} from '@partnerdesk/contracts';
import { AffiliateModel, makeTrackId } from '../../accounts';
import {
  type AuditEntry,
  type By,
  carriesAudit,
  deliverAudit,
  ignoreDuplicates,
  plainModel,
  recorded,
  setNewest,
  today,
  updateAudited,
} from '../../platform';
import { linkKeyOf } from './link-day.model';

/** A link that an affiliate saved under a name; `_id` is that of its short link. */
interface StoredCampaign extends LinkMarks {
  _id: string;
  affID: number;
  name: string;
  /** linkKeyOf its ids. */
  key: string;
  to: string;
  /** Business day of saving: days of links after it keep it apart. */
  day: string;
  /** Removed from the list; its short link still leads on. */
  removed?: boolean;
}
export const CampaignModel = plainModel<StoredCampaign>(
  'Campaign',
  'campaigns',
  String,
  [[{ affID: 1, key: 1 }, { unique: true }]],
  carriesAudit,
);

function present({ _id, name, tid, lp, to, ...rest }: StoredCampaign): Campaign {
  return { campaignID: _id, name, tid, lp, to, ...subIdsOf(rest) };
}

export async function readCampaigns(affID: number): Promise<Campaign[]> {
  const found = await CampaignModel.find({ affID, removed: { $ne: true } })
    .sort({ name: 1 })
    .lean<StoredCampaign[]>();
  return found.map(present);
}

/**
 * Saves a link under a name; one that was removed comes back with its short link. Repeating it changes nothing.
 * @throws AppError where the name, or the ids, are another campaign's, or there are MAX_CAMPAIGNS
 */
export async function saveCampaign(
  affID: number,
  { name, to, ...marks }: CampaignInput,
  by: By,
): Promise<void> {
  const key = linkKeyOf(marks);
  const { tid, lp } = marks;
  const entryOf = (_id: string): AuditEntry => ({
    ...by,
    action: 'campaign.saved',
    subject: { type: 'affiliate', id: affID },
    after: { campaign: _id, name, to, tid, lp, ...subIdsOf(marks) },
  });
  const all = await CampaignModel.find({ affID }).lean<StoredCampaign[]>();
  const same = all.find((each) => each.key === key);
  if (same && !same.removed) {
    if (same.name === name && same.to === to) return;
    refuse('tid', `These ids are saved as '${same.name}' already: reports could not distinguish the two`);
  }
  const problemOf = (stored: readonly StoredCampaign[], most: number) => {
    if (stored.some((each) => each.key !== key && each.name === name && !each.removed))
      return 'There is a campaign with this name';
    if (same || stored.length <= most) return undefined;
    return `There are ${MAX_CAMPAIGNS} campaigns already, those included that were removed`;
  };
  const problem = problemOf(all, MAX_CAMPAIGNS - 1);
  if (problem) refuse('name', problem);
  const _id = same?._id ?? makeTrackId();
  if (same) {
    const update = { $set: { name, to }, $unset: { removed: 1 } };
    const isBack = await updateAudited(CampaignModel, { _id, removed: true }, update, entryOf(_id));
    // Another call has brought it back since: judged against that one.
    if (!isBack) return saveCampaign(affID, { name, to, ...marks }, by);
  } else {
    const campaign = { _id, affID, name, key, tid, lp, ...subIdsOf(marks), to, day: today() };
    const made = CampaignModel.create({ ...campaign, ...recorded(entryOf(_id)) });
    if (await ignoreDuplicates(made)) return saveCampaign(affID, { name, to, ...marks }, by);
  }
  // Of calls at the same moment the last to write sees all others: what is against a rule by then is withdrawn.
  const later = problemOf(await CampaignModel.find({ affID }).lean<StoredCampaign[]>(), MAX_CAMPAIGNS);
  if (later) {
    await (same ? removeCampaign(affID, _id, by) : CampaignModel.deleteOne({ _id }));
    refuse('name', later);
  }
  await deliverAudit(CampaignModel, { _id });
}

function refuse(field: string, text: string): never {
  throw new AppError('invalid_input', text, { [field]: text });
}

/** Takes a saved link off the list; the link, its short link and its figures stay. One that is gone is no error. */
export async function removeCampaign(affID: number, campaignID: string, by: By): Promise<void> {
  const entry: AuditEntry = {
    ...by,
    action: 'campaign.removed',
    subject: { type: 'affiliate', id: affID },
    after: { campaign: campaignID },
  };
  const shown = { _id: campaignID, affID, removed: { $ne: true } };
  await updateAudited(CampaignModel, shown, { $set: { removed: true } }, entry);
}

/** A web server goes so long by what it has read of a campaign (ms). */
const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 10_000;
const remembered = new Map<string, { until: number; link: ShortLink | undefined }>();

export type ShortLink = { trackID: string; marks: LinkMarks; to: string };

/** undefined for nobody's. */
export async function shortLink(campaignID: string): Promise<ShortLink | undefined> {
  const known = remembered.get(campaignID);
  if (known && known.until > Date.now()) return known.link;
  const link = await readShortLink(campaignID);
  setNewest(remembered, campaignID, { until: Date.now() + REMEMBERED_MS, link }, MAX_REMEMBERED);
  return link;
}

async function readShortLink(campaignID: string): Promise<ShortLink | undefined> {
  const campaign = await CampaignModel.findById(campaignID).lean<StoredCampaign>();
  if (!campaign) return undefined;
  const { affID, tid, lp, to } = campaign;
  const affiliate = await AffiliateModel.findOne({ affID }, { trackID: 1, _id: 0 }).lean<{
    trackID: string;
  }>();
  const subs = subIdsOf(campaign);
  return affiliate ? { trackID: affiliate.trackID, marks: { tid, lp, ...subs }, to } : undefined;
}

/** Links that affiliates had saved before a day are kept apart in any case. */
export async function savedKeys(
  affIDs: readonly number[],
): Promise<(affID: number, day: string) => Set<string>> {
  const found = await CampaignModel.find({ affID: { $in: affIDs } }, { affID: 1, key: 1, day: 1 }).lean<
    StoredCampaign[]
  >();
  return (affID, day) =>
    new Set(found.filter((each) => each.affID === affID && each.day < day).map(({ key }) => key));
}
