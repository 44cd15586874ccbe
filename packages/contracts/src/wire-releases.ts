import type { RemoteName } from './routes';

/**
 * Who gets a build: the one that is in use; a share of the visitors; nobody any more, only pages that are open; nobody,
 * because it is not whole or for servers of another version.
 */
export type RemoteBuildState = 'current' | 'canary' | 'replaced' | 'unusable';

/** A row of GET /releases: a build of a remote. */
export interface RemoteBuild {
  name: RemoteName;
  version: string;
  state: RemoteBuildState;
  /** Of the visitors, in percent. */
  share: number;
  /** null: it came with the servers. */
  releasedAt: string | null;
  /** Since when it is replaced. */
  replacedAt: string | null;
  /** Pages that loaded it in the last 24 hours, and errors that they reported. */
  loads: number;
  errors: number;
}
