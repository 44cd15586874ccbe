import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

/** A connection of the driver: `cleanup` is called once it is closed, has failed or has taken too long. */
interface Connection {
  socket: Socket;
  cleanup(error: Error): void;
}
const driver = createRequire(require.resolve('mongoose'));
const { Connection } = driver('mongodb/lib/cmap/connection') as { Connection: { prototype: Connection } };

/**
 * Ends what waits to be written to a connection that is closed. The fault is the driver's (mongodb 7.8.0 and 7.9.0),
 * whatever the server: what a socket has not taken at once it waits for it to take, and for nothing else. With the
 * connection gone it waits without end, whatever the deadline of the call. So do a large write to a server that hangs, any
 * call that meets the moment in which the other end goes, and the monitor that looks for the primary. Woken, it finds
 * that the connection is closed. A driver with which closed-connections.test.ts passes without this makes it unnecessary.
 */
const { cleanup } = Connection.prototype;
Connection.prototype.cleanup = function endWrites(this: Connection, error: Error): void {
  cleanup.call(this, error);
  this.socket.emit('drain');
};
