import type { Page } from '@playwright/test';

/** In the page and in the window, since what sticks to the window stays in it, whatever has been scrolled. */
interface Place {
  page: { left: number; top: number };
  window: { left: number; top: number };
}
type Placing = Window & { pdPlaces?: Map<Element, Place> };

/** Remembers where everything stands that is seen now, in the window: texts, controls and pictures. */
export const notePlaces = (page: Page): Promise<void> => page.evaluate(note);

/**
 * What stands elsewhere in the page than when places were noted, a line each; scrolling is no moving.
 * @param between a list between whose columns the room may change: what is in it may go sideways, never up or down
 */
export const movedPlaces = (page: Page, between: string): Promise<string[]> => page.evaluate(moved, between);

function note(): void {
  const places = new Map<Element, Place>();
  for (const element of document.body.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
    );
    if (!hasText && !element.matches('button, input, select, textarea, img')) continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { left, top, bottom, width } = element.getBoundingClientRect();
    if (width > 1 && bottom > 0 && top < innerHeight)
      places.set(element, { page: { left: left + scrollX, top: top + scrollY }, window: { left, top } });
  }
  (window as Placing).pdPlaces = places;
}

function moved(between: string): string[] {
  const SLACK = 1;
  const lines: string[] = [];
  for (const [element, before] of (window as Placing).pdPlaces ?? []) {
    if (!element.isConnected || !element.checkVisibility({ visibilityProperty: true })) continue;
    const box = element.getBoundingClientRect();
    if (box.width <= 1) continue;
    const isBeside = element.closest(between) !== null;
    const across = Math.min(
      Math.abs(box.left + scrollX - before.page.left),
      Math.abs(box.left - before.window.left),
    );
    const down = Math.min(
      Math.abs(box.top + scrollY - before.page.top),
      Math.abs(box.top - before.window.top),
    );
    if (down <= SLACK && (isBeside || across <= SLACK)) continue;
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    lines.push(
      `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} “${text}”: ${Math.round(across)} px across, ${Math.round(down)} px down`,
    );
  }
  return lines;
}
