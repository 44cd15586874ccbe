import type { TextBlockName } from '@partnerdesk/contracts';

/** What the text blocks say until the office changes them. */
export const DEFAULT_TEXTS: Record<TextBlockName, string> = {
  aff_index: `<h2>Earn with every member you send</h2>
<p>Join the affiliate program of our chat and phone service. You get a link of your own; whoever joins through it is
yours for good, and you earn a share of everything they buy.</p>`,
  home_top: `<h1>Partner with us</h1>
<p>Link to us from your site, see each day what it earned, and get paid every month.</p>`,
  home_bottom: `<h2>How it works</h2>
<ol>
<li><strong>Register.</strong> It takes a minute and costs nothing.</li>
<li><strong>Link.</strong> Use your advertising link, a landing page or our promo video.</li>
<li><strong>Earn.</strong> Watch sales and payout grow on your dashboard.</li>
</ol>`,
  aff_faq: `<h2>Frequently asked questions</h2>
<h3>Who can become an affiliate?</h3>
<p>Anyone of age with a site, a channel or an audience.</p>
<h3>What do I earn?</h3>
<p>A percentage of every sale to the members you sent, for as long as they stay.</p>
<h3>When am I paid?</h3>
<p>By the 20th of each month, by direct deposit or PayPal.</p>
<h3>What does it cost?</h3>
<p>Nothing.</p>`,
  faq_loggedin: `<h2>Frequently asked questions</h2>
<h3>How do I link?</h3>
<p>Your advertising link is on your dashboard. Under <a href="/promo-tools">Promo Tools</a> you can add your own source
ids and choose landing pages.</p>
<h3>How long is a visitor remembered?</h3>
<p>30 days from the click. Whoever joins within that time is yours.</p>
<h3>Why is my payout lower than yesterday?</h3>
<p>Refunds are taken off on the day on which they are made.</p>
<h3>How do I change my payment information?</h3>
<p>Write to us under <a href="/contact">Contact</a>; for your safety it can't be changed here once it is saved.</p>`,
};
