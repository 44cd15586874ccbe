import { bytesOfName, checkDocument, docVal, fieldOf, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import type { Request } from '../commands/command';
import { fail } from '../errors';

export const MAX_MESSAGE_BYTES = 48_000_000;
export const HEADER_BYTES = 16;

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;

export interface Message extends Request {
  requestId: number;
  silent: boolean;
}

/** A message that can't be answered: the connection is to be closed. */
export class ProtocolError extends Error {}

const broken = (what: string): never => {
  throw new ProtocolError(what);
};

/** The length that a header announces. Throws ProtocolError for one that can't be. */
export function messageLength(header: Buffer): number {
  const length = header.readInt32LE(0);
  const opCode = header.readInt32LE(12);
  if (length < HEADER_BYTES + 5 || length > MAX_MESSAGE_BYTES) broken(`message length ${length}`);
  if (opCode !== OP_MSG && opCode !== OP_QUERY) broken(`opcode ${opCode}`);
  return length;
}

/** Takes a whole message apart. Throws ProtocolError, or MongoError where the documents in it are unsound. */
export function parseMessage(message: Buffer): Message {
  const opCode = message.readInt32LE(12);
  return opCode === OP_MSG ? parseMsg(message) : parseQuery(message);
}

export const requestIdOf = (message: Buffer): number => message.readInt32LE(4);

function parseMsg(message: Buffer): Message {
  const flags = message.readUInt32LE(16);
  // Of the bits that a receiver must understand only moreToCome is: checksums are never asked for.
  if (flags & 0xfffd) broken(`flags ${flags}`);
  let body: Val | undefined;
  const sequences = new Map<string, Buffer[]>();
  let at = 20;
  while (at < message.length) {
    const kind = message[at++];
    if (kind === 0) {
      if (body) broken('two bodies');
      const end = checkDocument(message, at, message.length);
      body = docVal(message.subarray(at, end));
      at = end;
    } else if (kind === 1) {
      if (at + 4 > message.length) broken('section is cut off');
      const end = at + message.readInt32LE(at);
      if (end > message.length || end < at + 5) broken('section length');
      const zero = message.indexOf(0, at + 4);
      if (zero < 0 || zero >= end) broken('section name');
      const docs: Buffer[] = [];
      for (let from = zero + 1; from < end; ) {
        const next = checkDocument(message, from, end);
        docs.push(message.subarray(from, next));
        from = next;
      }
      sequences.set(message.toString('utf8', at + 4, zero), docs);
      at = end;
    } else broken(`section kind ${kind}`);
  }
  if (!body) return broken('no body');
  const db = stringField(body, '$db');
  if (db === undefined) fail(40571, 'OP_MSG requests require a $db argument');
  return { requestId: requestIdOf(message), legacy: false, body, sequences, db, silent: (flags & 2) !== 0 };
}

function parseQuery(message: Buffer): Message {
  const zero = message.indexOf(0, 20);
  if (zero < 0 || zero + 9 > message.length) broken('OP_QUERY is cut off');
  const ns = message.toString('utf8', 20, zero);
  if (!ns.endsWith('.$cmd')) broken('OP_QUERY on a collection');
  const end = checkDocument(message, zero + 9, message.length);
  const body = docVal(message.subarray(zero + 9, end));
  return {
    requestId: requestIdOf(message),
    legacy: true,
    body,
    sequences: new Map(),
    db: ns.slice(0, -5),
    silent: false,
  };
}

function stringField(body: Val, name: string): string | undefined {
  const val = fieldOf(body.buf, body.start, bytesOfName(name));
  return val?.type === 2 ? val.buf.toString('utf8', val.start + 4, val.end - 1) : undefined;
}

/** The largest document, with some room for what surrounds it in a reply. */
const MAX_REPLY_BYTES = 16_793_600;

let replies = 0;

/** The bytes of a reply to a request with this id. Throws 10334 if they are too many. */
export function encodeReply(requestId: number, legacy: boolean, reply: object): Buffer[] {
  const doc = encodeDoc(reply);
  if (doc.length > MAX_REPLY_BYTES)
    fail(
      'BSONObjectTooLarge',
      `BSONObj size: ${doc.length} is invalid. Size must be between 0 and 16793600(16MB)`,
    );
  const head = Buffer.alloc(legacy ? 36 : 21);
  head.writeInt32LE(head.length + doc.length, 0);
  replies = (replies + 1) & 0x7fffffff;
  head.writeInt32LE(replies, 4);
  head.writeInt32LE(requestId, 8);
  head.writeInt32LE(legacy ? OP_REPLY : OP_MSG, 12);
  if (legacy) {
    head.writeInt32LE(8, 16);
    head.writeInt32LE(1, 32);
  }
  return [head, doc];
}
