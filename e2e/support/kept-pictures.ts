import type { State, Viewer } from './screens';
import type { Theme } from './visits';

/** A picture kept in docs/screens: a screen by its name; as it is, 1440 px wide and light, unless it says otherwise. */
interface KeptPicture {
  name: string;
  state?: State;
  width?: number;
  theme?: Theme;
}

/** At most 24. */
export const KEPT_PICTURES: Record<Viewer, readonly KeptPicture[]> = {
  visitor: [{ name: 'home' }, { name: 'register' }],
  affiliate: [
    { name: 'dashboard' },
    { name: 'dashboard', width: 390 },
    { name: 'sale-details' },
    { name: 'promo-tools' },
    { name: 'reports' },
    { name: 'account', theme: 'dark' },
  ],
  office: [
    { name: 'dashboard' },
    { name: 'dashboard', width: 390 },
    { name: 'photoid-open' },
    { name: 'photoid-open', width: 390 },
    { name: 'gallery-images', theme: 'dark' },
    { name: 'profile-open' },
    { name: 'affiliates' },
    { name: 'affiliate-details' },
    { name: 'payroll-page' },
    { name: 'affiliate-payroll' },
    { name: 'payroll-review' },
    { name: 'site-stats' },
    { name: 'audit-log' },
    { name: 'jump' },
  ],
};
