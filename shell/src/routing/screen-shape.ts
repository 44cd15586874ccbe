import type { ScreenShape } from '@partnerdesk/web';

const SHAPES: Readonly<Record<string, ScreenShape>> = {
  '/': 'cards',
  '/dashboard': 'cards',
  '/statistics': 'cards',
  '/site-stats': 'cards',
  '/staff-stats': 'cards',
  '/login': 'form',
  '/register': 'form',
  '/contact': 'form',
  '/restore-password': 'form',
  '/update-password': 'form',
};

/** What stands in for the screen of a path while its code is on its way. */
export const shapeOf = (pathname: string): ScreenShape => SHAPES[pathname] ?? 'table';
