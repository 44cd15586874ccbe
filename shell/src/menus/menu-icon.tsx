import {
  BadgeCheck,
  BadgeDollarSign,
  Banknote,
  ChartColumn,
  ChartLine,
  ClipboardCheck,
  FileText,
  FileType,
  FolderSync,
  Handshake,
  Headset,
  IdCard,
  Images,
  KeyRound,
  PackageCheck,
  Portrait,
  ReceiptText,
  ScrollText,
  ShareOf,
  Snapshot,
  TriangleExclamationPoint,
  UserCog,
  UserRoundCheck,
  Users,
  WalletCards,
} from '@partnerdesk/web/icons';
import type { ComponentType } from 'react';

type Icon = ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;

/** The icon of each entry of the office, by its path; a remote's new entry has the last one. */
export const ICONS: Record<string, Icon> = {
  '/photoid': IdCard,
  '/profile-images': Portrait,
  '/gallery-images': Images,
  '/member-images': Snapshot,
  '/approve-staff': UserRoundCheck,
  '/approve-profiles': BadgeCheck,
  '/affiliates': Handshake,
  '/staff': Headset,
  '/members': Users,
  '/site-stats': ChartColumn,
  '/staff-stats': ChartLine,
  '/payroll': Banknote,
  '/affiliate-payroll': BadgeDollarSign,
  '/operators-payroll': WalletCards,
  '/payment-results': FolderSync,
  '/payroll-approvals': ClipboardCheck,
  '/tax-forms': ReceiptText,
  '/commission-groups': ShareOf,
  '/texts': FileType,
  '/audit-log': ScrollText,
  '/administrators': UserCog,
  '/failed-work': TriangleExclamationPoint,
  '/releases': PackageCheck,
  '/security': KeyRound,
};

/** Stands before the label of a menu entry. */
export function MenuIcon({ path }: { path: string }) {
  const Icon = ICONS[path] ?? FileText;
  return <Icon size={18} aria-hidden="true" />;
}
