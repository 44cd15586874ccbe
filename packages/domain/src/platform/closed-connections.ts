import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

interface Connection {
  socket: Socket;
  cleanup(error: Error): void;
}
const driver = createRequire(require.resolve('mongoose'));
const { Connection } = driver('mongodb/lib/cmap/connection') as { Connection: { prototype: Connection } };

/**
 * Ends what waits to be written to a connection that is closed, and what is written to it afterwards: a request that was
 * being compressed. The driver (mongodb 7.8.0 and 7.9.0) goes on waiting for the socket without end, whatever the deadline of
 * the call; a version with which closed-connections.test.ts passes needs none of this.
 */
const { cleanup } = Connection.prototype;
Connection.prototype.cleanup = function endWrites(this: Connection, error: Error): void {
  cleanup.call(this, error);
  this.socket.write = () => {
    throw error;
  };
  this.socket.emit('drain');
};
