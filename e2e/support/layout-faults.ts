/**
 * What makes a layout broken, looked for in the page that is shown now: text cut off, texts or controls over each other,
 * controls under 24 px, content outside the frame, sideways scrolling of the page, a scroller within the page that cuts
 * its rows. Runs inside the browser: it must not use anything outside its own body.
 * @returns a line for each fault, with where it is; the same fault of many rows once
 */
export function findLayoutFaults(): string[] {
  const SLACK = 1.5;
  const MIN_TARGET = 24;
  const CONTROL =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="separator"][tabindex]';
  const faults = new Map<string, number>();
  const width = document.documentElement.clientWidth;

  /** Where an element is, without what differs from row to row. */
  const nameOf = (element: Element): string => {
    const own = (each: Element) =>
      `${each.tagName.toLowerCase()}${[...each.classList].map((c) => `.${c}`).join('')}`;
    const above = element.closest('[class*="-"]:not(svg):not(svg *)');
    return above && above !== element ? `${own(above)} ${own(element)}` : own(element);
  };
  const note = (kind: string, element: Element, detail = '') => {
    const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
    const key = `${kind}: ${nameOf(element)}`;
    if (!faults.has(key)) faults.set(key, 0);
    if (!details.has(key)) details.set(key, `${text ? ` “${text}”` : ''}${detail && ` (${detail})`}`);
    faults.set(key, (faults.get(key) ?? 0) + 1);
  };
  const details = new Map<string, string>();

  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const clips = (value: string) => value !== 'visible';
  const scrolls = (value: string) => value === 'auto' || value === 'scroll';
  /** For screen readers only, or not shown at all. */
  const isShown = (element: Element) => {
    if (element.closest('[inert]')) return false;
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) return false;
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { clipPath, clip } = styleOf(each);
      if (clip === 'rect(0px, 0px, 0px, 0px)' || clipPath === 'inset(50%)') return false;
    }
    return true;
  };
  const layerOf = (element: Element): Element | null => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      const { position, zIndex } = styleOf(each);
      if (position === 'fixed' || position === 'sticky' || each.matches('dialog, [popover], [role="dialog"]'))
        return each;
      if (position === 'absolute' && Number(zIndex) > 0) return each;
    }
    return null;
  };
  /** Behind an open dialog nothing is looked at. */
  const modal = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1);
  const root = modal ?? document.body;
  const all = [...root.querySelectorAll('*')].filter(
    (each) => !each.closest('svg') || each.tagName === 'text',
  );

  /** The part of a box that the elements around it, from `inner` on, let be seen; `scrolled`: one scrolls to the rest. */
  const seen = (inner: Element | null, box: DOMRect) => {
    let { left, right, top, bottom } = box;
    let scrolled = false;
    let clipper: Element | undefined;
    for (let each = inner; each && each !== document.body; each = each.parentElement) {
      const { overflowX, overflowY, position } = styleOf(each);
      if (clips(overflowX) || clips(overflowY)) {
        const frame = each.getBoundingClientRect();
        const before = { left, right, top, bottom };
        if (clips(overflowX)) {
          left = Math.max(left, frame.left);
          right = Math.min(right, frame.right);
        }
        if (clips(overflowY)) {
          top = Math.max(top, frame.top);
          bottom = Math.min(bottom, frame.bottom);
        }
        const cut =
          before.left < left - SLACK ||
          before.right > right + SLACK ||
          before.top < top - SLACK ||
          before.bottom > bottom + SLACK;
        if (cut && (scrolls(overflowX) || scrolls(overflowY))) scrolled = true;
        else if (cut) clipper ??= each;
      }
      if (position === 'fixed') break;
    }
    return { left, right, top, bottom, scrolled, clipper };
  };

  if (document.documentElement.scrollWidth > width + SLACK)
    note(
      'the page scrolls sideways',
      document.documentElement,
      `${document.documentElement.scrollWidth} of ${width} px`,
    );

  // Texts: each line by itself.
  interface Line {
    element: Element;
    layer: Element | null;
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  const lines: Line[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const shown = new Map<Element, boolean>();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!element || !node.textContent?.trim() || element.closest('script, style, option, textarea, noscript'))
      continue;
    if (!shown.has(element)) shown.set(element, isShown(element));
    if (!shown.get(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const part = seen(element, box);
      if (part.clipper) {
        const isTitled = element.closest('[title]') || part.clipper.closest('[title]');
        const isEllipsis = [element, part.clipper].some((each) => styleOf(each).textOverflow === 'ellipsis');
        if (!(isEllipsis && isTitled)) note('text is cut off', element, `by ${nameOf(part.clipper)}`);
      } else if (!part.scrolled && (box.right > width + SLACK || box.left < -SLACK))
        note(
          'text outside the frame',
          element,
          `${Math.round(box.left)} to ${Math.round(box.right)} of ${width} px`,
        );
      if (part.right - part.left < 2 || part.bottom - part.top < 2) continue;
      // Line boxes are taller than the letters in them.
      const trim = (part.bottom - part.top) * 0.2;
      lines.push({
        element,
        layer: layerOf(element),
        left: part.left,
        right: part.right,
        top: part.top + trim,
        bottom: part.bottom - trim,
      });
    }
  }
  // What cuts its own text: the range above ends at the ancestor only.
  for (const element of all) {
    const { overflowX, textOverflow } = styleOf(element);
    if (textOverflow !== 'ellipsis' || !clips(overflowX) || element.scrollWidth <= element.clientWidth + 1)
      continue;
    if (isShown(element) && !element.closest('[title]') && !element.matches('input, select'))
      note('text is cut off', element, 'no title has the whole');
  }

  const sorted = lines.sort((one, other) => one.top - other.top);
  sorted.forEach((one, index) => {
    for (let next = index + 1; next < sorted.length; next += 1) {
      const other = sorted[next] as Line;
      if (other.top >= one.bottom) break;
      if (one.element === other.element || one.layer !== other.layer) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 2 && down > 2) note('texts overlap', other.element, `over ${nameOf(one.element)}`);
    }
  });

  // Controls: size, and that none lies over another.
  const controls = [...root.querySelectorAll(CONTROL)].filter(isShown);
  const boxes: Line[] = [];
  for (const control of controls) {
    const label = control.matches('input[type="checkbox"], input[type="radio"], input[type="file"]')
      ? ((control as HTMLInputElement).labels?.[0] ?? null)
      : null;
    const box = control.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const part = seen(control.parentElement, box);
    if (!part.scrolled && (box.right > width + SLACK || box.left < -SLACK))
      note('a control is outside the frame', control);
    if (part.clipper && !part.scrolled) note('a control is cut off', control, `by ${nameOf(part.clipper)}`);
    const target = label && isShown(label) ? label.getBoundingClientRect() : box;
    const height = Math.max(target.height, box.height);
    const wide = label ? Math.max(target.right, box.right) - Math.min(target.left, box.left) : box.width;
    const isInText =
      styleOf(control).display === 'inline' &&
      [...(control.parentElement?.childNodes ?? [])].some(
        (each) =>
          each !== control && each.nodeType === Node.TEXT_NODE && /\w{2}/.test(each.textContent ?? ''),
      );
    if (!isInText && (height < MIN_TARGET - 0.5 || wide < MIN_TARGET - 0.5))
      note('a control under 24 px', control, `${Math.round(wide)} × ${Math.round(height)} px`);
    if (part.right - part.left > 2 && part.bottom - part.top > 2)
      boxes.push({ element: control, layer: layerOf(control), ...part });
  }
  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((one, index) => {
    for (let next = index + 1; next < boxes.length; next += 1) {
      const other = boxes[next] as Line;
      if (other.top >= one.bottom) break;
      if (
        one.layer !== other.layer ||
        one.element.contains(other.element) ||
        other.element.contains(one.element)
      )
        continue;
      // A link over a whole row lies under what is in the row.
      if (getComputedStyle(one.element, '::after').position === 'absolute') continue;
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 3 && down > 3) note('controls overlap', other.element, `over ${nameOf(one.element)}`);
    }
  });

  // Where the page scrolls down, nothing in it does besides: it would cut its rows. Lists that open over it, dialogs,
  // fields and columns that stay in view may.
  const pageScrolls = document.documentElement.scrollHeight > innerHeight + 2;
  for (const element of pageScrolls ? all : []) {
    const { overflowY } = styleOf(element);
    if (!scrolls(overflowY) || element.scrollHeight <= element.clientHeight + 2 || element.clientHeight === 0)
      continue;
    if (element.matches('textarea, [role="listbox"], dialog, [role="dialog"]') || layerOf(element)) continue;
    if (isShown(element))
      note('a scroller within the page', element, `${element.scrollHeight} in ${element.clientHeight} px`);
  }

  return [...faults].map(([key, count]) => `${key}${details.get(key)}${count > 1 ? ` × ${count}` : ''}`);
}
