import { defineRemote } from '@partnerdesk/web';

/** What the shell loads: this remote's screens, each in a chunk of its own, and its menu. */
export const remote = defineRemote('moderation', {
  '/photoid': () => import('./pictures/pictures-screen').then((module) => module.PhotoIdScreen),
  '/profile-images': () => import('./pictures/pictures-screen').then((module) => module.ProfileImagesScreen),
  '/gallery-images': () => import('./pictures/pictures-screen').then((module) => module.GalleryImagesScreen),
  '/member-images': () => import('./pictures/pictures-screen').then((module) => module.MemberImagesScreen),
  '/approve-profiles': () => import('./profiles/profiles-screen').then((module) => module.ProfilesScreen),
  '/approve-staff': () => import('./staff/staff-screen').then((module) => module.StaffScreen),
});
