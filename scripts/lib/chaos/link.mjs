import { FaultyLink } from './faulty-link.mjs';

/* `node link.mjs PORT HOST TARGET` leads a port of this machine to another server: killed or paused, that server is away. */
const [port, host, target] = process.argv.slice(2);
await new FaultyLink(Number(target), host).listen(Number(port));
