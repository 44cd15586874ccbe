/* One set of members: election, replication and what a test holds up share their state. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedMongo, startEmbeddedMongo } from '@partnerdesk/embedded-mongo';
import mongoose from 'mongoose';

const { deserialize, serialize, ObjectId } = mongoose.mongo.BSON;
type Document = mongoose.mongo.BSON.Document;

const MEMBERS = ['primary', 'secondary'] as const;
type Member = (typeof MEMBERS)[number];

/**
 * What a question meets. `election`: the primary steps down before it, until a driver has seen that there is none; `lost
 * answer`: it is done, and its connection breaks; `no majority`: the primary does it, and no majority has it in time.
 */
export type Fault = 'election' | 'lost answer' | 'no majority';

/** What a member was asked for, without what drivers ask of themselves. */
interface Asked {
  member: Member;
  command: string;
  /** Level of its readConcern, if it has one. */
  readConcern?: string;
  /** Of a build of indexes: who must have finished it. */
  commitQuorum?: string | number;
}

/** The set's whole data at one moment, served as it was. */
export type Snapshot = Pick<EmbeddedMongo, 'port'>;

const READS = new Set(['find', 'aggregate', 'count', 'distinct', 'getMore', 'explain']);
const HELLO = new Set(['hello', 'isMaster', 'ismaster']);
/** What a collection's own count says after a crash. */
const WRONG_COUNT = 1_000_000;
const WITHOUT_PRIMARY = new Set([...HELLO, 'ping', 'endSessions']);
const [OP_REPLY, OP_MSG] = [1, 2013];
const MORE_TO_COME = 2;

/**
 * A replica set of two over the built-in database, with what only real sets do: members that lag behind, elections,
 * answers that are lost after the write, what no majority has yet, a restored snapshot, and counts that are wrong after a
 * crash, where they are the collection's own.
 */
export class TestReplicaSet {
  /** Address of a database on it, which names both members. */
  url = '';
  readonly asked: Asked[] = [];
  /** Questions that came while there was no primary. */
  withoutPrimary = 0;
  private readonly folder = mkdtempSync(join(tmpdir(), 'replica-set-'));
  private readonly stores: EmbeddedMongo[] = [];
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();
  /** Port of the store that has all writes. */
  private live = 0;
  private readonly readsOf = new Map<Member, Snapshot>();
  private majority: Snapshot | undefined;
  private readonly held = new Map<string, Promise<void>>();
  private readonly hosts: string[] = [];
  private isElecting = false;
  private planned: { at: number | string; fault: Fault; isMet: boolean } | undefined;

  static async start(): Promise<TestReplicaSet> {
    const set = new TestReplicaSet();
    set.live = (await set.serve('live')).port;
    for (const member of MEMBERS) {
      const server = createServer((socket) => set.accept(member, socket)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      set.servers.push(server);
      set.hosts.push(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    }
    set.url = `mongodb://${set.hosts.join(',')}/set?replicaSet=embedded`;
    return set;
  }

  /** Copies all data; the copy answers for ever as it is now, unless it is restored. */
  async snapshot(): Promise<Snapshot> {
    const name = `snapshot-${this.stores.length}`;
    const client = await mongoose.mongo.MongoClient.connect(`mongodb://127.0.0.1:${this.live}`);
    await client.db('admin').command({ backup: join(this.folder, name) });
    await client.close();
    return this.serve(name);
  }

  /** From now on a member answers reads from a snapshot. @param from undefined: from the newest state again */
  answerReads(member: Member, from: Snapshot | undefined): void {
    if (from) this.readsOf.set(member, from);
    else this.readsOf.delete(member);
  }

  /** From now on reads of what a majority has are answered from a snapshot. @param from undefined: from the newest state again */
  answerMajority(from: Snapshot | undefined): void {
    this.majority = from;
  }

  /** Answers to a command wait from now on. @returns ends this */
  hold(command: string): () => void {
    let end = () => {};
    this.held.set(
      command,
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    return () => {
      this.held.delete(command);
      end();
    };
  }

  /** Both members go on from a snapshot; what was written since is gone. */
  restore({ port }: Snapshot): void {
    this.live = port;
    this.cut();
  }

  /** Begins an election: there is no primary until it is ended. @returns ends it */
  elect(): () => void {
    this.isElecting = true;
    this.withoutPrimary = 0;
    this.cut();
    return () => {
      this.isElecting = false;
    };
  }

  /**
   * One question from now on meets a fault.
   * @param at the n-th, or the next command of this name
   * @returns ends this, and returns whether that question came
   */
  faultAt(at: number | string, fault: Fault): () => boolean {
    const planned = { at, fault, isMet: false };
    this.planned = planned;
    return () => {
      this.planned = undefined;
      return planned.isMet;
    };
  }

  async close(): Promise<void> {
    this.cut();
    for (const server of this.servers) server.close();
    for (const store of this.stores) await store.stop();
    rmSync(this.folder, { recursive: true });
  }

  private async serve(name: string): Promise<EmbeddedMongo> {
    const store = await startEmbeddedMongo({ dataDir: join(this.folder, name) });
    this.stores.push(store);
    return store;
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private accept(member: Member, socket: Socket): void {
    const stores = new Map<number, Store>();
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.sockets.delete(socket);
      for (const store of stores.values()) store.end();
    });
    const storeAt = (port: number): Store => {
      const known = stores.get(port) ?? new Store(port, () => socket.destroy());
      stores.set(port, known);
      return known;
    };
    // A driver asks the next thing on a connection when it has the answer to the one before.
    onMessages(socket, (message) => {
      const answer = this.answer(member, message, storeAt);
      answer.then(
        (reply) => (reply ? socket.write(reply) : socket.destroy()),
        () => socket.destroy(),
      );
    });
  }

  /** @returns undefined: the answer is lost */
  private async answer(
    member: Member,
    message: Buffer,
    storeAt: (port: number) => Store,
  ): Promise<Buffer | undefined> {
    const command = commandIn(message);
    const name = Object.keys(command)[0] ?? '';
    if (this.isElecting) this.withoutPrimary += 1;
    if (HELLO.has(name)) {
      const reply = await storeAt(this.live).ask(message);
      const role = this.roleOf(member);
      if (this.planned?.fault === 'election') this.isElecting = false;
      return replyTo(message, { ...documentIn(reply), ...role });
    }
    const fault = WITHOUT_PRIMARY.has(name) ? undefined : this.faultOf(name);
    if (fault === 'election') this.isElecting = true;
    const refusal = this.refusalOf(member, name, command);
    if (refusal) return replyTo(message, { ok: 0, ...refusal });
    if (!WITHOUT_PRIMARY.has(name))
      this.asked.push({
        member,
        command: name,
        readConcern: command.readConcern?.level,
        commitQuorum: command.commitQuorum,
      });
    const reply = await storeAt(this.portOf(member, name, command)).ask(message);
    await this.held.get(name);
    if (name === 'count' && Object.keys(command.query ?? {}).length === 0)
      return replyTo(message, { ...documentIn(reply), n: WRONG_COUNT });
    if (fault === 'lost answer') return undefined;
    return fault === 'no majority' ? replyTo(message, { ...documentIn(reply), ...NO_MAJORITY }) : reply;
  }

  /** Port of the store that answers. */
  private portOf(member: Member, name: string, command: Document): number {
    if (!READS.has(name)) return this.live;
    const older = command.readConcern?.level === 'majority' ? this.majority : undefined;
    return (this.readsOf.get(member) ?? older)?.port ?? this.live;
  }

  /** The fault that this command meets. */
  private faultOf(command: string): Fault | undefined {
    const { planned } = this;
    if (!planned || planned.isMet) return undefined;
    if (typeof planned.at === 'number') planned.at -= 1;
    planned.isMet = planned.at === 0 || planned.at === command;
    return planned.isMet ? planned.fault : undefined;
  }

  private roleOf(member: Member): object {
    const isPrimary = member === 'primary' && !this.isElecting;
    const [primary, secondary] = this.hosts;
    return {
      ismaster: isPrimary,
      isWritablePrimary: isPrimary,
      secondary: !isPrimary,
      hosts: this.hosts,
      me: member === 'primary' ? primary : secondary,
      primary: this.isElecting ? undefined : primary,
      electionId: isPrimary ? ELECTION : undefined,
      lastWrite: { lastWriteDate: new Date() },
    };
  }

  private refusalOf(member: Member, name: string, command: Document): object | undefined {
    if ((member === 'primary' && !this.isElecting) || WITHOUT_PRIMARY.has(name)) return undefined;
    const takesSecondary = (command.$readPreference?.mode ?? 'primary') !== 'primary';
    if (READS.has(name))
      return takesSecondary
        ? undefined
        : { code: 13435, codeName: 'NotPrimaryNoSecondaryOk', errmsg: 'not primary' };
    const errorLabels = command.txnNumber === undefined ? [] : ['RetryableWriteError'];
    return { code: 10107, codeName: 'NotWritablePrimary', errmsg: 'not primary', errorLabels };
  }
}

const ELECTION = new ObjectId();
const NO_MAJORITY = {
  writeConcernError: {
    code: 64,
    codeName: 'WriteConcernTimeout',
    errmsg: 'waiting for replication timed out',
  },
};

/** A connection to a store of the set. */
class Store {
  private readonly socket: Socket;
  private take: (reply: Buffer) => void = () => undefined;

  constructor(port: number, onEnd: () => void) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay(true);
    this.socket.on('error', onEnd);
    this.socket.on('close', onEnd);
    onMessages(this.socket, (reply) => this.take(reply));
  }

  ask(message: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.take = resolve;
      this.socket.write(message);
    });
  }

  end(): void {
    this.socket.destroy();
  }
}

function onMessages(socket: Socket, take: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 4 && rest.length >= rest.readInt32LE(0)) {
      const size = rest.readInt32LE(0);
      take(rest.subarray(0, size));
      rest = rest.subarray(size);
    }
  });
}

const isMessage = (message: Buffer): boolean => message.readInt32LE(12) === OP_MSG;

/** The command of a request; of OP_QUERY, by which drivers introduce themselves, its query. */
function commandIn(request: Buffer): Document {
  if (!isMessage(request)) return deserializeAt(request, request.indexOf(0, 20) + 9);
  if (request.readUInt32LE(16) & MORE_TO_COME) throw new Error('a write without an answer');
  return deserializeAt(request, 21);
}

const documentIn = (reply: Buffer): Document => deserializeAt(reply, isMessage(reply) ? 21 : 36);

const deserializeAt = (bytes: Buffer, at: number): Document =>
  deserialize(bytes.subarray(at, at + bytes.readInt32LE(at)), { promoteBuffers: true });

/** A reply in the protocol of its request. */
function replyTo(request: Buffer, document: Document): Buffer {
  const head = Buffer.alloc(isMessage(request) ? 21 : 36);
  const body = serialize(document, { ignoreUndefined: true });
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(request.readInt32LE(4), 8);
  head.writeInt32LE(isMessage(request) ? OP_MSG : OP_REPLY, 12);
  if (!isMessage(request)) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return Buffer.concat([head, body]);
}
