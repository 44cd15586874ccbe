import { AppError, TEXT_BLOCKS, type TextBlockName, type TextBlockRecord } from '@partnerdesk/contracts';
import { type By, carriesAudit, deliverAudit, isDuplicateKey, plainModel, withAudit } from '../platform';

/** What the text blocks say until the office changes them. */
export const DEFAULT_TEXTS: Record<TextBlockName, string> = {
  aff_index: `<h2>Earn with every member you send</h2>
<p>Join the affiliate program of our chat and phone service. You get a link of your own; everyone who joins through it is
yours for good, and you earn a share of everything they buy.</p>`,
  home_top: `<h2>Earn with every member you send</h2>
<p>Link to us from your site, see each day what it earned, and get paid every month.</p>`,
  home_bottom: `<h2>How it works</h2>
<ol>
<li><strong>Register.</strong> It takes a minute and costs nothing.</li>
<li><strong>Link.</strong> Use your advertising link, a landing page or our promo video.</li>
<li><strong>Earn.</strong> Watch sales and payout grow on your dashboard.</li>
</ol>
<h2>What is paid, when and how</h2>
<ul>
<li><strong>A share of every sale.</strong> It counts for the members you sent, for as long as they stay.</li>
<li><strong>Every month.</strong> We pay by the 20th, with each sale and refund listed.</li>
<li><strong>By direct deposit or PayPal.</strong> You choose, and see each payment in your history.</li>
</ul>`,
  aff_faq: `<h2>Who can become an affiliate?</h2>
<p>Anyone of age with a site, a channel or an audience.</p>
<h2>What do I earn?</h2>
<p>A percentage of every sale to the members you sent, for as long as they stay.</p>
<h2>When am I paid?</h2>
<p>By the 20th of each month, by direct deposit or PayPal.</p>
<h2>What does it cost?</h2>
<p>Nothing.</p>`,
  faq_loggedin: `<h2>How do I link?</h2>
<p>Your advertising link is on your dashboard. Under <a href="/promo-tools">Promo Tools</a> you can add your own source
ids and choose landing pages.</p>
<h2>How long is a visitor remembered?</h2>
<p>30 days from the click. Everyone who joins within that time is yours.</p>
<h2>Why is my payout lower than yesterday?</h2>
<p>Refunds are taken off on the day on which they are made.</p>
<h2>How do I change my payment information?</h2>
<p>Write to us under <a href="/contact">Contact</a>; for your safety it can't be changed here once it is saved.</p>`,
  terms: `<h2>Who takes part</h2>
<p>You are of age, what you state about yourself is true, and you keep your password to yourself. One account a person or
company.</p>
<h2>What you earn</h2>
<p>A percentage of every sale to the members who join through your links; refunds are taken off. The percentage is in your
account and may change for sales to come, never for sales made.</p>
<h2>How you are paid</h2>
<p>By the 20th of each month, by direct deposit or PayPal, to the account that you have saved. A balance that is not above
zero is carried over.</p>
<h2>How you advertise</h2>
<p>To adults only, without unasked-for mail, without misleading claims, and without acting as if you were us.</p>
<h2>How it ends</h2>
<p>You may stop whenever you like; write to us and we close your account. We close accounts that break these terms. What was
earned rightly until then is paid.</p>`,
};

/** A text of the public pages that the office has changed. */
type TextBlock = { _id: string; html: string; updatedAt: Date; version?: number };
export const TextBlockModel = plainModel<TextBlock>('TextBlock', 'textBlocks', String, [], carriesAudit);

/** The HTML of a block as the office wrote it: sanitise it before showing it. */
export async function readTextBlock(name: TextBlockName): Promise<string> {
  const block = await TextBlockModel.findById(name).lean<TextBlock>();
  return block?.html ?? DEFAULT_TEXTS[name];
}

export async function listTextBlocks(): Promise<TextBlockRecord[]> {
  const stored = await TextBlockModel.find().lean<TextBlock[]>();
  return TEXT_BLOCKS.map((name) => {
    const block = stored.find(({ _id }) => _id === name);
    return { name, html: block?.html ?? DEFAULT_TEXTS[name], version: block?.version ?? 0 };
  });
}

/** @throws AppError conflict when somebody else has changed it since the editor read it; nothing is written then */
export async function saveTextBlock(
  { name, html, version }: TextBlockRecord,
  by: By,
): Promise<TextBlockRecord> {
  const before = await readTextBlock(name);
  const { matchedCount, upsertedCount } = await TextBlockModel.updateOne(
    { _id: name, version: version === 0 ? { $exists: false } : version },
    withAudit(
      { $set: { html, updatedAt: new Date() }, $inc: { version: 1 } },
      {
        ...by,
        action: 'text-block.updated',
        subject: { type: 'text-block', id: name },
        before: { html: before },
        after: { html },
      },
    ),
    { upsert: version === 0 },
  ).catch((error) => {
    if (isDuplicateKey(error)) return { matchedCount: 0, upsertedCount: 0 };
    throw error;
  });
  if (matchedCount + upsertedCount === 0)
    throw new AppError('conflict', 'Somebody else has changed this text meanwhile');
  await deliverAudit(TextBlockModel, { _id: name });
  return { name, html, version: version + 1 };
}
