import type { LandingPagesCategory } from '@partnerdesk/contracts';

/** Landing pages that affiliates can link to; `lp` is what the link carries (docs/PRODUCT.md §2). */
export const LANDING_PAGES: LandingPagesCategory[] = [
  {
    name: 'Chat',
    pages: [
      { lp: 'chat-classic', title: 'Chat, classic' },
      { lp: 'chat-night', title: 'Chat, night' },
    ],
  },
  {
    name: 'Phone',
    pages: [
      { lp: 'phone-classic', title: 'Phone, classic' },
      { lp: 'phone-direct', title: 'Phone, direct line' },
    ],
  },
  {
    name: 'General',
    pages: [
      { lp: 'welcome', title: 'Welcome page' },
      { lp: 'tour', title: 'Tour' },
    ],
  },
];
