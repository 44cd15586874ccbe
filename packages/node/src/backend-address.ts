/** What a MongoDB address may look like: several hosts too, which are no URL. */
const MONGO = /^mongodb(\+srv)?:\/\/(?:[^@/\s]*@)?([^/?#\s]+)/;

/** Hosts that an address names, without ports; undefined when it is not an address of MongoDB. */
export function mongoHosts(address: string): string[] | undefined {
  const hosts = MONGO.exec(address)?.[2]?.split(',');
  return hosts?.map((host) => host.replace(/:\d+$/, ''));
}

/** Options of MongoDB's addresses under which certificates are not checked. */
const UNCHECKED = /[?&](tlsInsecure|tlsAllowInvalidCertificates|tlsAllowInvalidHostnames)=true(&|$)/i;

/**
 * Whether everything between this process and the database or Redis is encrypted, and the other end's certificate
 * checked, or stays on this machine.
 */
export function isProtected(address: string): boolean {
  if (UNCHECKED.test(address)) return (mongoHosts(address) ?? []).every(isLoopback);
  if (/^(rediss|mongodb\+srv):/.test(address)) return true;
  if (address.startsWith('redis:')) return isLoopback(new URL(address).hostname);
  return /[?&](tls|ssl)=true(&|$)/.test(address) || (mongoHosts(address) ?? []).every(isLoopback);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
