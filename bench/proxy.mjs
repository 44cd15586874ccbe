import { Agent, createServer, request } from 'node:http';

/**
 * A small proxy before web servers, which takes each in turn. Started as a process of its own with the ports to stand
 * before; prints its own.
 */
const ports = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });
let turn = 0;

const server = createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const port = ports[turn++ % ports.length];
  const onward = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${address.port}`);
});
