const { configure } = require('@testing-library/dom');
// It removes after each test what the test rendered: for that it has to be loaded outside of any describe.
require('@testing-library/react');

// Two cores serve everything that a run starts: what is waited for only ends what hangs.
configure({ asyncUtilTimeout: 10_000 });
