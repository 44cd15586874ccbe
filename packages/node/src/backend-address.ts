/** What a MongoDB address may look like: several hosts too, which are no URL. */
const MONGO = /^mongodb(\+srv)?:\/\/(?:[^@/\s]*@)?([^/?#\s]+)/;

/** Hosts that an address names, without ports; undefined when it is not an address of MongoDB. */
export function mongoHosts(address: string): string[] | undefined {
  const hosts = MONGO.exec(address)?.[2]?.split(',');
  return hosts?.map((host) => host.replace(/:\d+$/, ''));
}

/** Options of MongoDB's addresses that would have the ledger read what is not the newest, or may be rolled back. */
const STALE_READS = /[?&](readPreference|readPreferenceTags|maxStalenessSeconds|readConcernLevel)=/i;

/**
 * Why an address of MongoDB is refused: the ledger plans each record on what it reads, and would count again what an older
 * state does not show. @returns the reason with the remedy, to follow the name of the setting; undefined: none
 */
export function staleReadsIn(address: string): string | undefined {
  const option = STALE_READS.exec(address)?.[1];
  return (
    option &&
    `has ${option}: the ledger must be read from the primary, as the majority has it, or the same event would be counted twice. Remove ${option} from it`
  );
}

/** Options of MongoDB's addresses under which certificates are not checked, or nothing is encrypted: `mongodb+srv:` alone turns TLS on. */
const UNPROTECTED =
  /[?&]((tlsInsecure|tlsAllowInvalidCertificates|tlsAllowInvalidHostnames)=true|(tls|ssl)=false)(&|$)/i;

/** Whether all that goes to a database or Redis is encrypted, its certificate checked, or stays on this machine. */
export function isProtected(address: string): boolean {
  if (UNPROTECTED.test(address)) return (mongoHosts(address) ?? []).every(isLoopback);
  if (/^(rediss|mongodb\+srv):/.test(address)) return true;
  if (address.startsWith('redis:')) return isLoopback(new URL(address).hostname);
  return /[?&](tls|ssl)=true(&|$)/.test(address) || (mongoHosts(address) ?? []).every(isLoopback);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
