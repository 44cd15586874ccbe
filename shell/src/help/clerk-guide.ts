import details from '../../../docs/screens/office-affiliate-details.webp';
import dashboard from '../../../docs/screens/office-dashboard.webp';
import payroll from '../../../docs/screens/office-payroll-page.webp';
import photoId from '../../../docs/screens/office-photoid-open.webp';
import profile from '../../../docs/screens/office-profile-open.webp';
import type { Guide } from './guide';

/** How the office works with the product; each person reads the chapters that their permissions reach. */
export const guide: Guide = {
  title: 'Guide for the office',
  lead: 'What needs you, where it is done, and what happens when you do it.',
  chapters: [
    {
      id: 'start',
      title: 'The office’s dashboard',
      text: 'What needs somebody, by risk and age, and how today and the month go beside the days before.',
      steps: [
        'Begin with the queue whose oldest item has waited longest.',
        'Ctrl-K goes to any screen, and with the permission accounts to any person, by name, email or number.',
        'What is broken or late stands first, then money, then the queues; each leads to where it is done.',
        'Each figure leads to its days in Site Stats. The period of the chart goes along to the other screens.',
      ],
      screens: [{ label: 'Dashboard', path: '/dashboard' }],
      picture: { address: dashboard, alt: 'The office’s dashboard with queues, payroll due and figures' },
    },
    {
      id: 'pictures',
      title: 'Judge pictures',
      text: 'Photo ids, profile, gallery and member pictures come one after the other. The others see which one you have open, and cannot decide it meanwhile.',
      steps: [
        'j and k go to the next and the one before; the keys of approve, reject and undo stand on the buttons.',
        'Give the reason when you reject. Undo, or u, takes your last decision back; t lists those before it, of every queue, each with its Undo.',
        '“Open” on a picture says who else looks at it; going on passes it over. The counts move with every decision of anybody.',
        'Select several in the list to decide them together.',
      ],
      screens: [
        { label: 'PhotoId', path: '/photoid' },
        { label: 'Profile Pics', path: '/profile-images' },
        { label: 'Gallery Pics', path: '/gallery-images' },
        { label: 'Member Pics', path: '/member-images' },
      ],
      picture: { address: photoId, alt: 'A photo id in review: list, picture and details' },
      permissions: ['moderation'],
    },
    {
      id: 'approvals',
      title: 'Approve profiles and staff',
      text: 'A profile is text and picture; a staff application is a person with address and photo.',
      steps: [
        'Read the text beside the picture, tick Good if the profile is worth showing first, then decide.',
        'An item leaves the list once the server has saved the decision. Undo, t and what others have open are as with pictures.',
      ],
      screens: [
        { label: 'Approve Profiles', path: '/approve-profiles' },
        { label: 'Approve Staff', path: '/approve-staff' },
      ],
      picture: { address: profile, alt: 'A profile in review with its text and picture' },
      permissions: ['moderation'],
    },
    {
      id: 'people',
      title: 'Find and change people',
      text: 'Affiliates, staff and members are found by number, email or the start of a name.',
      steps: [
        'Open a row; Edit changes one section, Save sends it. If somebody else was quicker, both versions are shown.',
        'Before a payee’s email or payment details change, those with a second factor prove again who they are.',
        'Full account numbers and tax ids are shown on demand only, and each access is in the audit log.',
        'The history has every change, with who made it and when.',
      ],
      screens: [
        { label: 'Affiliates', path: '/affiliates' },
        { label: 'Staff', path: '/staff' },
        { label: 'Members', path: '/members' },
      ],
      picture: { address: details, alt: 'The details of an affiliate beside the search’s results' },
      permissions: ['accounts'],
    },
    {
      id: 'payroll',
      title: 'Pay',
      text: 'Affiliates are paid by the 20th of each month, operators weekly by Thursday.',
      steps: [
        'Open the payroll that is due from the dashboard. What is ready is selected, unless files come first; what needs a look stands apart, with the reason.',
        'Execute and make the files, and confirm the sum: it fixes the amounts. The same person and day is never executed twice, even if two people press at once.',
        'Download the files for the bank and PayPal, send them, and mark them as paid, or read their results when they come.',
        'The head of the page has the next step, its history who did what. Everyone who opens it sees the same, and sees it move.',
        'To pay one person, or through another day, choose it under Affiliates or Operators and generate.',
      ],
      screens: [
        { label: 'Payroll', path: '/payroll' },
        { label: 'Affiliates', path: '/affiliate-payroll' },
        { label: 'Operators', path: '/operators-payroll' },
        { label: 'Payment results', path: '/payment-results' },
      ],
      picture: {
        address: payroll,
        alt: 'A payroll on one page: the sum, the next step, and what needs a look',
      },
      permissions: ['payroll'],
    },
    {
      id: 'approve-payroll',
      title: 'Approve a payroll as the second person',
      text: 'Where two people are needed, the second one compares and decides.',
      steps: [
        'Rows that differ from what was prepared stand first.',
        'Nobody approves what they prepared themselves.',
      ],
      screens: [{ label: 'Payroll approvals', path: '/payroll-approvals' }],
      permissions: ['payroll.approve'],
    },
    {
      id: 'statistics',
      title: 'Figures of the site and of staff',
      text: 'Every figure of a period beside the period before, by business day, and while the day goes on.',
      steps: ['Choose a preset or two days.', 'Staff figures are those of one person: enter their number.'],
      screens: [
        { label: 'Site Stats', path: '/site-stats' },
        { label: 'Staff Stats', path: '/staff-stats' },
      ],
      permissions: ['statistics'],
    },
    {
      id: 'failed',
      title: 'When something failed',
      text: 'What was given up is listed with its reason, and can be begun again.',
      steps: ['Read the reason first: a wrong address fails again.', 'Retry one, or all of a kind.'],
      screens: [{ label: 'Failed work', path: '/failed-work' }],
      permissions: ['payroll', 'moderation', 'accounts'],
    },
    {
      id: 'security',
      title: 'Your own sign-in',
      text: 'The office asks again who you are before money moves or a secret is shown.',
      steps: ['Add a passkey or an authenticator app, and keep the recovery codes on paper.'],
      screens: [{ label: 'Sign-in and security', path: '/security' }],
    },
  ],
};
