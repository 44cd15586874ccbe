import { useCallback, useState } from 'react';

/** Where it is kept that the sidebar shows icons only. */
const COLLAPSED_KEY = 'pdesk-sidebar-collapsed';

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(COLLAPSED_KEY) === 'true';
  } catch {
    return false;
  }
}

/** Whether the sidebar shows icons only; remembered in this browser. */
export function useCollapsed(): [collapsed: boolean, toggle: () => void] {
  const [collapsed, setCollapsed] = useState(readCollapsed);
  const toggle = useCallback(() => {
    setCollapsed(!collapsed);
    try {
      localStorage.setItem(COLLAPSED_KEY, String(!collapsed));
    } catch {
      // Not remembered then; it holds until the page is left.
    }
  }, [collapsed]);
  return [collapsed, toggle];
}
