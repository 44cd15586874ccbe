import {
  BadgeCheck,
  BadgeDollarSign,
  ChartColumn,
  FileText,
  IdCard,
  Images,
  KeyRound,
  ScrollText,
  UserCog,
  UserRound,
  UserRoundCheck,
  Users,
} from '@partnerdesk/web/icons';
import type { ComponentType } from 'react';

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;

/** The icon of each entry of the office, by its path; a remote's new entry has the last one. */
const ICONS: Record<string, Icon> = {
  '/photoid': IdCard,
  '/profile-images': UserRound,
  '/gallery-images': Images,
  '/member-images': Images,
  '/approve-staff': UserRoundCheck,
  '/approve-profiles': BadgeCheck,
  '/affiliates': Users,
  '/staff': Users,
  '/members': Users,
  '/site-stats': ChartColumn,
  '/staff-stats': ChartColumn,
  '/affiliate-payroll': BadgeDollarSign,
  '/operators-payroll': BadgeDollarSign,
  '/audit-log': ScrollText,
  '/administrators': UserCog,
  '/security': KeyRound,
};

/** Stands before the label of a menu entry. */
export function MenuIcon({ path }: { path: string }) {
  const Icon = ICONS[path] ?? FileText;
  return <Icon size={18} aria-hidden="true" />;
}
