import { type ComponentProps, useCallback, useEffect, useMemo, useRef } from 'react';
import {
  type NavigateOptions,
  useHref,
  useLinkClickHandler,
  useLocation,
  useNavigate,
} from 'react-router-dom';

/** What shell and remotes need of the router: there must be one copy of it (see packages/build/shared.cjs). */
export {
  BrowserRouter,
  Navigate,
  useLocation,
  useNavigate,
  useNavigationType,
} from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path and query of a screen. */
  to: string;
  /** Kept with the entry of the history. */
  state?: unknown;
}

/** A link to a screen. The router's own brings more code along than the rest of the router together. */
export function Link({ to, state, target, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { state, target });
  return (
    <a
      {...props}
      href={href}
      target={target}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}

/** The query of an address, as text or its parts. */
type Query = string | Record<string, string> | URLSearchParams;

/**
 * The query of the address, and what changes it: nothing, once the part of the screen that asks for it is gone. An answer
 * that comes after somebody has gone on would lead back to the screen that they left, over unsaved edits, too. The same
 * query again makes no further entry of the history, through which Back would go in vain.
 */
export function useSearchParams(): [URLSearchParams, (next: Query, how?: NavigateOptions) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  const set = useCallback(
    (next: Query, how?: NavigateOptions) => {
      const query = `${new URLSearchParams(next)}`;
      if (!isGone.current) navigate(`?${query}`, { ...how, replace: how?.replace || query === `${params}` });
    },
    [navigate, params],
  );
  return [params, set];
}
