const { configure } = require('@testing-library/dom');
// It removes after each test what the test rendered: for that it has to be loaded outside of any describe.
require('@testing-library/react');

// Two cores serve everything that a run starts: what is waited for only ends what hangs.
configure({ asyncUtilTimeout: 10_000 });

// jsdom loads no fonts.
Object.defineProperty(document, 'fonts', { value: { check: () => false, load: async () => [] } });

// React notes for each element where it was made, which its own warnings would print: a twelfth of the screens' tests.
const internals = require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.MAX_SAFE_INTEGER,
  set: () => undefined,
});
