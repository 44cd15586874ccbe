let firstPage = true;

/** The frame reports that the user has moved to another screen: from now on headings take the focus. */
export function markNavigation(): void {
  firstPage = false;
}

/** Whether the shown screen is the one the page was opened with: the browser's own focus is right there. */
export function isFirstPage(): boolean {
  return firstPage;
}
