/**
 * The one icon set (lucide), icon by icon: what is not named here is not shipped. An entry of its own, so that a remote
 * carries only those it shows. Beside a text they are decoration: `aria-hidden`. A new one is copied from lucide.dev, or
 * drawn in the same square where Lucide's look like one that is used already.
 */
export { BadgeCheck } from './icon/lucide/badge-check';
export { BadgeDollarSign } from './icon/lucide/badge-dollar-sign';
export { Banknote } from './icon/lucide/banknote';
export { CalendarDays } from './icon/lucide/calendar-days';
export { ChartColumn } from './icon/lucide/chart-column';
export { ChartLine } from './icon/lucide/chart-line';
export { Check } from './icon/lucide/check';
export { ChevronDown } from './icon/lucide/chevron-down';
export { ClipboardCheck } from './icon/lucide/clipboard-check';
export { Copy } from './icon/lucide/copy';
export { FileText } from './icon/lucide/file-text';
export { FileType } from './icon/lucide/file-type';
export { FolderSync } from './icon/lucide/folder-sync';
export { Handshake } from './icon/lucide/handshake';
export { Headset } from './icon/lucide/headset';
export { IdCard } from './icon/lucide/id-card';
export { Images } from './icon/lucide/images';
export { KeyRound } from './icon/lucide/key-round';
export { LayoutDashboard } from './icon/lucide/layout-dashboard';
export { LogOut } from './icon/lucide/log-out';
export { Menu } from './icon/lucide/menu';
export { Moon } from './icon/lucide/moon';
export { PackageCheck } from './icon/lucide/package-check';
export { PanelLeft } from './icon/lucide/panel-left';
export { ReceiptText } from './icon/lucide/receipt-text';
export { ScrollText } from './icon/lucide/scroll-text';
export { Search } from './icon/lucide/search';
export { Sun } from './icon/lucide/sun';
export { TriangleExclamationPoint } from './icon/lucide/triangle-exclamation-point';
export { UserCog } from './icon/lucide/user-cog';
export { UserRoundCheck } from './icon/lucide/user-round-check';
export { Users } from './icon/lucide/users';
export { WalletCards } from './icon/lucide/wallet-cards';
export { X } from './icon/lucide/x';
export { Portrait } from './icon/own/portrait';
export { ShareOf } from './icon/own/share';
export { Snapshot } from './icon/own/snapshot';
