/**
 * The one icon set (lucide), icon by icon: what is not named here is not shipped. An entry of its own, so that a remote
 * carries only those it shows. Beside a text they are decoration: `aria-hidden`.
 */
export { default as BadgeCheck } from 'lucide-react/icons/badge-check';
export { default as BadgeDollarSign } from 'lucide-react/icons/badge-dollar-sign';
export { default as CalendarDays } from 'lucide-react/icons/calendar-days';
export { default as ChartColumn } from 'lucide-react/icons/chart-column';
export { default as Check } from 'lucide-react/icons/check';
export { default as ChevronDown } from 'lucide-react/icons/chevron-down';
export { default as Copy } from 'lucide-react/icons/copy';
export { default as FileText } from 'lucide-react/icons/file-text';
export { default as IdCard } from 'lucide-react/icons/id-card';
export { default as Images } from 'lucide-react/icons/images';
export { default as KeyRound } from 'lucide-react/icons/key-round';
export { default as LayoutDashboard } from 'lucide-react/icons/layout-dashboard';
export { default as LogOut } from 'lucide-react/icons/log-out';
export { default as Menu } from 'lucide-react/icons/menu';
export { default as Moon } from 'lucide-react/icons/moon';
export { default as PanelLeft } from 'lucide-react/icons/panel-left';
export { default as ScrollText } from 'lucide-react/icons/scroll-text';
export { default as Search } from 'lucide-react/icons/search';
export { default as Sun } from 'lucide-react/icons/sun';
export { default as UserCog } from 'lucide-react/icons/user-cog';
export { default as UserRound } from 'lucide-react/icons/user-round';
export { default as UserRoundCheck } from 'lucide-react/icons/user-round-check';
export { default as Users } from 'lucide-react/icons/users';
export { default as X } from 'lucide-react/icons/x';
