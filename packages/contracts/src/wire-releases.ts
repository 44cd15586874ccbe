/**
 * Who gets a build of a remote: the one that is in use; a share of the visitors; nobody any more, only pages that are open;
 * nobody, because it is not whole or for servers of another version.
 */
export const REMOTE_BUILD_STATES = ['current', 'canary', 'replaced', 'unusable'] as const;
export type RemoteBuildState = (typeof REMOTE_BUILD_STATES)[number];
