import { defineRemote } from '@partnerdesk/web';

const pictures = () => import('./pictures/picture-queues');

/** What the shell loads: this remote's screens, each in a chunk of its own, and its menu. */
export const remote = defineRemote('moderation', {
  '/photoid': () => pictures().then((module) => module.PhotoIdScreen),
  '/profile-images': () => pictures().then((module) => module.ProfileImagesScreen),
  '/gallery-images': () => pictures().then((module) => module.GalleryImagesScreen),
  '/member-images': () => pictures().then((module) => module.MemberImagesScreen),
  '/approve-profiles': () => import('./profiles/profiles-screen').then((module) => module.ProfilesScreen),
  '/approve-staff': () => import('./staff/staff-screen').then((module) => module.StaffScreen),
});
