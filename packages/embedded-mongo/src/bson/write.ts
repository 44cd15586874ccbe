import { bytesOfName, Elements, T, Val } from './raw';

/** A document or array in the making: Val where nothing changed, so that untouched values keep their bytes. */
export type Doc = Map<string, Node>;
export type Node = Val | Doc | Node[];

let out = Buffer.allocUnsafe(1 << 16);
let at = 0;

function room(size: number): void {
  if (at + size <= out.length) return;
  const bigger = Buffer.allocUnsafe(Math.max(out.length * 2, at + size));
  out.copy(bigger, 0, 0, at);
  out = bigger;
}

function header(type: number, name: string): void {
  room(name.length * 3 + 2);
  out[at++] = type;
  if (name.length < 24) {
    let i = 0;
    for (; i < name.length; i++) {
      const code = name.charCodeAt(i);
      if (code > 127) break;
      out[at + i] = code;
    }
    if (i === name.length) at += i;
    else at += out.write(name, at, 'utf8');
  } else at += out.write(name, at, 'utf8');
  out[at++] = 0;
}

function copyIn(bytes: Buffer, start: number, end: number): void {
  room(end - start);
  if (end - start < 32) for (let i = start; i < end; i++) out[at++] = bytes[i]!;
  else at += bytes.copy(out, at, start, end);
}

function nested(write: () => void): void {
  room(5);
  const from = at;
  at += 4;
  write();
  room(1);
  out[at++] = 0;
  out.writeInt32LE(at - from, from);
}

/**
 * One element. Besides Val, Map and arrays it takes plain JavaScript for replies: a Buffer is a raw document, a bigint an
 * int64, an integer within 32 bits an int32, any other number a double; undefined writes nothing.
 */
function element(name: string, value: unknown): void {
  if (value instanceof Val) {
    header(value.type, name);
    copyIn(value.buf, value.start, value.end);
  } else if (Buffer.isBuffer(value)) {
    header(T.object, name);
    copyIn(value, 0, value.length);
  } else if (Array.isArray(value)) {
    header(T.array, name);
    nested(() => {
      for (let i = 0; i < value.length; i++) element(String(i), value[i]);
    });
  } else if (value instanceof Map) {
    header(T.object, name);
    nested(() => {
      for (const [key, item] of value) element(key, item);
    });
  } else scalar(name, value);
}

function scalar(name: string, value: unknown): void {
  switch (typeof value) {
    case 'undefined':
      return;
    case 'string': {
      header(T.string, name);
      const size = Buffer.byteLength(value);
      room(size + 5);
      out.writeInt32LE(size + 1, at);
      out.write(value, at + 4, 'utf8');
      at += size + 4;
      out[at++] = 0;
      return;
    }
    case 'number': {
      const int = (value | 0) === value && !Object.is(value, -0);
      header(int ? T.int : T.double, name);
      room(8);
      at = int ? out.writeInt32LE(value, at) : out.writeDoubleLE(value, at);
      return;
    }
    case 'bigint':
      header(T.long, name);
      room(8);
      at = out.writeBigInt64LE(value, at);
      return;
    case 'boolean':
      header(T.bool, name);
      room(1);
      out[at++] = value ? 1 : 0;
      return;
  }
  if (value === null) header(T.null, name);
  else if (value instanceof Date) {
    header(T.date, name);
    room(8);
    at = out.writeBigInt64LE(BigInt(value.getTime()), at);
  } else {
    header(T.object, name);
    nested(() => {
      for (const [key, item] of Object.entries(value as object)) element(key, item);
    });
  }
}

function taken(): Buffer {
  const bytes = Buffer.allocUnsafe(at);
  out.copy(bytes, 0, 0, at);
  if (out.length > 1 << 22) out = Buffer.allocUnsafe(1 << 16);
  return bytes;
}

/** The bytes of a document given as Map or plain object; see `element` for what its values may be. Bytes stay as they are. */
export function encodeDoc(doc: Doc | Map<string, unknown> | object): Buffer {
  if (Buffer.isBuffer(doc)) return doc;
  at = 0;
  nested(() => {
    if (doc instanceof Map) for (const [key, item] of doc) element(key, item);
    else for (const [key, item] of Object.entries(doc)) element(key, item);
  });
  return taken();
}

/** A change of one field: `apply` makes its new value of the present one; undefined removes it. */
export interface Patch {
  name: string;
  /** Whether it also makes a field that does not exist. */
  creates: boolean;
  apply(current: Val | undefined): Node | undefined;
}

/** A document with some fields at its top changed; new fields come last, in the order of the patches. */
export function encodePatched(doc: Buffer, patches: readonly Patch[]): Buffer {
  const values: (Node | undefined)[] = new Array(patches.length);
  const met: boolean[] = new Array(patches.length).fill(false);
  const names = patches.map(({ name }) => bytesOfName(name));
  const it = new Elements(doc, 0);
  // What `apply` does may use the shared buffer: all values first.
  while (it.next()) {
    const i = indexOfName(it, names);
    if (i < 0) continue;
    met[i] = true;
    values[i] = patches[i]!.apply(it.value());
  }
  for (const [i, patch] of patches.entries())
    if (!met[i] && patch.creates) values[i] = patch.apply(undefined);
  at = 0;
  nested(() => {
    const old = new Elements(doc, 0);
    while (old.next()) {
      const i = indexOfName(old, names);
      if (i < 0) copyIn(doc, old.nameStart - 1, old.end);
      else if (values[i] !== undefined) element(patches[i]!.name, values[i]);
    }
    for (let i = 0; i < patches.length; i++) if (!met[i]) element(patches[i]!.name, values[i]);
  });
  return taken();
}

/** A document of those fields at the top of another that have one of these names. */
export function encodePicked(doc: Buffer, names: readonly Buffer[]): Buffer {
  at = 0;
  nested(() => {
    const it = new Elements(doc, 0);
    for (let left = names.length; left > 0 && it.next(); ) {
      if (indexOfName(it, names) < 0) continue;
      copyIn(doc, it.nameStart - 1, it.end);
      left--;
    }
  });
  return taken();
}

function indexOfName({ buf, nameStart, start }: Elements, names: readonly Buffer[]): number {
  const length = start - 1 - nameStart;
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!;
    if (name.length !== length) continue;
    let at = 0;
    while (at < length && name[at] === buf[nameStart + at]) at++;
    if (at === length) return i;
  }
  return -1;
}

/** Any value as a Val of its own. */
export function toVal(value: unknown): Val {
  if (value instanceof Val) return value;
  const doc = encodeDoc(new Map([['', value]]));
  return new Val(doc[4]!, doc, 6, doc.length - 1);
}
