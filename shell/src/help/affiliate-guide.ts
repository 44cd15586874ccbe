import account from '../../../docs/screens/affiliate-account.webp';
import dashboard from '../../../docs/screens/affiliate-dashboard.webp';
import promoTools from '../../../docs/screens/affiliate-promo-tools.webp';
import saleDetails from '../../../docs/screens/affiliate-sale-details.webp';
import type { Guide } from './guide';

/** How an affiliate works with the product. */
export const guide: Guide = {
  title: 'Guide for affiliates',
  lead: 'From your first link to your first payment.',
  chapters: [
    {
      id: 'start',
      title: 'The dashboard',
      text: 'What you have earned and when you get it, your advertising link, and what comes of it.',
      steps: [
        'Copy the link and put it on your site or channel. Visitors who follow it and join within 30 days are yours.',
        'At the top is what is available, the date of the next payout, once we know how to pay you, and how far you are from the minimum.',
        'Until the first payout, follow the steps: payment details, a first link, the first click, member and sale.',
        'Choose a figure and a period for the chart, and what to compare it with; other screens show the same period.',
        'If the dashboard asks for payment information, give it first: nothing can be paid without it.',
      ],
      screens: [{ label: 'Dashboard', path: '/dashboard' }],
      picture: { address: dashboard, alt: 'The dashboard of an affiliate with earnings, balance and link' },
    },
    {
      id: 'links',
      title: 'Links that say where visitors come from',
      text: 'One link is enough. Links with a tracking source show which of your places brings what.',
      steps: [
        'Choose a tracking source, such as the name of a page, and copy the link that carries it.',
        'Choose a landing page if another page than the usual one suits your visitors better.',
        'Keep links that you use again as campaigns; each has a short link and a QR code.',
      ],
      screens: [
        { label: 'Promo Tools', path: '/promo-tools' },
        { label: 'Reports', path: '/reports' },
      ],
      picture: { address: promoTools, alt: 'Promo tools with links, sources and landing pages' },
    },
    {
      id: 'figures',
      title: 'Sales and payments',
      text: 'Each sale with its amount and your share, sums of any period, and what was paid.',
      steps: [
        'Choose a period, what to compare it with, and a view: payment history, sale summary or sale details.',
        'A refund takes back your share of its sale; it has a line of its own, with a minus.',
        'Open a payment to see all sales and refunds that it adds up. It can be printed and downloaded.',
      ],
      screens: [{ label: 'My Stats', path: '/statistics' }],
      picture: { address: saleDetails, alt: 'Sale details of a month in a table' },
    },
    {
      id: 'payment',
      title: 'How you are paid',
      text: 'Affiliates are paid by the 20th of each month, by direct deposit or PayPal.',
      steps: [
        'Choose the payment type and enter the account. Once saved, only the last four digits are shown.',
        'In the United States give your tax id as well.',
        'After a change of the account you get a mail. If it was not you, follow its link at once.',
      ],
      screens: [{ label: 'Payment Info', path: '/account' }],
      picture: { address: account, alt: 'Personal, payment and tax information of an account' },
    },
    {
      id: 'programs',
      title: 'Your own programs',
      text: 'Your server can be called on each join, sale and refund, and can read your figures.',
      steps: [
        'Enter the address of your server and choose what it is called for. Each call is signed.',
        'Make a key to read figures, sources, sales and payments; it is shown once.',
      ],
      screens: [
        { label: 'Postbacks', path: '/postbacks' },
        { label: 'Developers', path: '/developers' },
      ],
    },
    {
      id: 'security',
      title: 'Keep your account yours',
      text: 'A second factor keeps others out even if they know your password.',
      steps: [
        'Add a passkey or an authenticator app, and keep the recovery codes on paper.',
        'Look through the devices that are signed in, and end those that are not yours.',
      ],
      screens: [{ label: 'Sign-in and security', path: '/security' }],
    },
  ],
};
