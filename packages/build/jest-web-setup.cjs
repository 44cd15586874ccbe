const { configure } = require('@testing-library/dom');

// Two cores serve everything that a run starts: what is waited for only ends what hangs.
configure({ asyncUtilTimeout: 10_000 });
