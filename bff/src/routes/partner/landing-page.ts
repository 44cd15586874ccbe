import { documentPolicy, htmlPage } from '../html-page';

const STYLE = `
:root { color-scheme: light dark; --ground: #f4f6f4; --surface: #fff; --ink: #17211d; --muted: #56645e; --line: #dbe2de; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101614; --surface: #18201d; --ink: #e6ece9; --muted: #9fada6; --line: #2b3632; }
}
body { display: grid; place-items: center; min-height: 100dvh; margin: 0; padding: 24px; box-sizing: border-box; background: var(--ground); color: var(--ink); font: 16px/1.5 Inter, system-ui, sans-serif; }
main { max-width: 28rem; padding: 32px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); }
svg { display: block; border-radius: 10px; background: #14614f; }
h1 { margin: 24px 0 8px; font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; }
p { margin: 0; color: var(--muted); }
`;

export const LANDING_POLICY = documentPolicy(STYLE);

/** The page where links lead while the service's own address (LANDING_URL) is not set. */
export const LANDING_PAGE = htmlPage(
  'Welcome',
  `<main>
<svg width="48" height="48" viewBox="0 0 32 32" aria-hidden="true"><path d="M8 23 24 9" stroke="#fff" stroke-width="2"/><path d="M8 23h0M16 16h0" stroke="#fff" stroke-width="6" stroke-linecap="round"/><circle cx="24" cy="9" r="4" fill="#e2ad57"/></svg>
<h1>Welcome</h1>
<p>You followed a partner's link. The chat and phone service opens here.</p>
</main>`,
  `<style>${STYLE}</style>`,
);
