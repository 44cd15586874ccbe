/**
 * What is wrong with where alerts and dialogs float over the page that is shown now: outside the window, over the control
 * that has the focus, away from the lower edge, over the frame's bars, over an open dialog, whose buttons it would cover,
 * or behind one, where an alert is neither seen nor heard. Runs inside the browser: it must not use anything outside its
 * own body.
 * @returns a line for each fault
 */
export function findFloatingFaults(): string[] {
  const SLACK = 1;
  /** So many may lie on top of each other, each at most so high. */
  const MOST_SHOWN = 3;
  const ALERT_PX = 80;
  const CONTROL = 'a[href], button, input, select, textarea, [role="button"]';
  const nameOf = (element: Element) =>
    [element.tagName.toLowerCase(), ...element.classList].join('.') +
    ` “${(element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}”`;
  const overlap = (one: Element, other: Element) => {
    const a = one.getBoundingClientRect();
    const b = other.getBoundingClientRect();
    return (
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK
    );
  };
  const shown = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());

  const faults: string[] = [];
  const modal = shown('dialog:modal').at(-1);
  const focused = document.activeElement?.matches(CONTROL) ? document.activeElement : null;
  for (const floating of shown('.pd-alert, dialog[open], [role="dialog"]')) {
    const { left, right, top, bottom } = floating.getBoundingClientRect();
    const width = document.documentElement.clientWidth;
    if (left < -SLACK || top < -SLACK || right > width + SLACK || bottom > innerHeight + SLACK)
      faults.push(
        `floats out of view: ${nameOf(floating)}, ${Math.round(left)} to ${Math.round(right)} px across, ${Math.round(top)} to ${Math.round(bottom)} px down`,
      );
    if (focused && !floating.contains(focused) && overlap(floating, focused))
      faults.push(`covers the focus: ${nameOf(floating)}, over ${nameOf(focused)}`);
    if (!floating.matches('.pd-alert')) continue;
    if (modal && !modal.contains(floating)) faults.push(`an alert behind a dialog: ${nameOf(floating)}`);
    else if (modal && overlap(floating, modal))
      faults.push(`an alert over its dialog: ${nameOf(floating)}, over ${nameOf(modal)}`);
    const isAtFoot = (bar: Element) => {
      const box = bar.getBoundingClientRect();
      return Math.abs(box.bottom - innerHeight) < 2 && box.height < innerHeight / 3;
    };
    const feet = shown('.pd-foot').filter(isAtFoot);
    const foot = Math.max(0, ...feet.map((bar) => bar.getBoundingClientRect().height));
    if (innerHeight - foot - bottom > MOST_SHOWN * ALERT_PX)
      faults.push(`an alert away from the lower edge: ${nameOf(floating)}`);
    const bars = modal ? [] : [...shown('.sh-header, .sh-sidebar, .sh-office-bar'), ...feet];
    for (const bar of bars)
      if (overlap(floating, bar)) faults.push(`an alert over the frame: ${nameOf(floating)}`);
  }
  return faults;
}
