import { expect, type Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];

/** More presses than any screen has controls before the one that is looked for. */
const MAX_TABS = 80;

/**
 * Presses Tab until the control with this role and name has the focus, as somebody without a pointer does.
 * @throws when it cannot be reached, or when a control on the way shows no focus or lies under something (WCAG 2.4.7, 2.4.11)
 */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) });
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(focusFault)).toBe('');
    const isThere = await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement));
    if (isThere) return;
  }
  throw new Error(`Tab does not come to the ${role} ${name}`);
}

/** Tabs to a control and presses it. */
export async function pressOn(page: Page, role: Role, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press(key);
}

/** Tabs to a field and types into it. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

/** What is wrong with the focus that is shown; empty: nothing. Runs inside the browser. */
function focusFault(): string {
  const element = document.activeElement;
  // The browser's own controls come after the page's.
  if (!element || element === document.body) return '';
  // A heading that a new screen has focused is no stop of Tab.
  if ((element as HTMLElement).tabIndex < 0) return '';
  const what = `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const isShown = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  if (!isShown) return `${what} does not show that it has the focus`;
  const box = element.getBoundingClientRect();
  if (box.width === 0 || box.height === 0) return '';
  const { left, right } = box;
  // Of what is taller than the window: the part that is in it.
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
  const points = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + 2, top + 2],
    [right - 2, bottom - 2],
  ];
  const covers = points.map(([x = 0, y = 0]) => document.elementFromPoint(x, y));
  const isOpen = covers.some(
    (over) => over && (element.contains(over) || over.contains(element) || over.closest('label')),
  );
  const [first] = covers;
  return isOpen
    ? ''
    : `${what} has the focus and lies under ${first?.tagName.toLowerCase()}.${first?.className}`;
}

/** Runs in every page from its start: keeps what a screen reader announces by itself. */
export function noteAnnouncements(): void {
  const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"]), output';
  const heard: string[] = [];
  Object.assign(window, { pdHeard: heard });
  const known = new WeakSet<Element>();
  const listen = () => {
    for (const region of document.querySelectorAll(LIVE)) known.add(region);
  };
  new MutationObserver((changes) => {
    const spoken = new Set<Element>();
    for (const { target } of changes) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(LIVE);
      // A region that appears together with its text is not heard, but for an alert.
      if (region && (known.has(region) || region.matches('[role="alert"]'))) spoken.add(region);
    }
    for (const alert of document.querySelectorAll('[role="alert"]')) if (!known.has(alert)) spoken.add(alert);
    for (const region of spoken) if (region.textContent?.trim()) heard.push(region.textContent.trim());
    listen();
  }).observe(document, { subtree: true, childList: true, characterData: true });
  listen();
}

/** Waits until a screen reader has announced it. */
export async function expectHeard(page: Page, text: string | RegExp): Promise<void> {
  const heard = () =>
    page.evaluate(() => (window as Window & { pdHeard?: string[] }).pdHeard?.join('\n') ?? '');
  if (typeof text === 'string') await expect.poll(heard).toContain(text);
  else await expect.poll(heard).toMatch(text);
}

/**
 * What a screen reader reads of a part of the page, line by line.
 * @throws when a control or picture in it has no name
 */
export async function readAloud(page: Page, role: Role = 'main'): Promise<string> {
  const tree = await page.getByRole(role).first().ariaSnapshot();
  const nameless = tree.match(
    /^ *- (?:button|link|textbox|combobox|checkbox|radio|spinbutton|searchbox|tab|option|table|dialog|img|figure)(?: \[[^\]]*\])*:?$/gm,
  );
  expect(nameless ?? []).toEqual([]);
  return tree;
}
