import type { ComponentProps } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** The path and query of a screen. */
  to: string;
  replace?: boolean;
  /** Kept with the entry of the history. */
  state?: unknown;
}

/**
 * A link to a screen. In place of the router's own, which brings its form submissions, fetchers and prefetching of
 * server data along: more code than the rest of the router together.
 */
export function Link({ to, replace, state, target, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, { replace, state, target });
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
