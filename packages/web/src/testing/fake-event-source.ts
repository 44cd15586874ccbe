type Listener = (event: { data?: string }) => void;

/** Stands in for the browser's EventSource in component tests: the test decides when it opens, sends and fails. */
export class FakeEventSource {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 2;
  /** Those that were made since `install`, oldest first. */
  static made: FakeEventSource[] = [];

  readonly url: string;
  readyState = FakeEventSource.CONNECTING;
  private readonly listeners = new Map<string, Listener[]>();

  constructor(url: string) {
    this.url = url;
    FakeEventSource.made.push(this);
  }

  /** Makes the page under test use it. */
  static install(): void {
    FakeEventSource.made = [];
    Object.assign(globalThis, { EventSource: FakeEventSource });
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  /** The connection is there. */
  open(): void {
    this.readyState = FakeEventSource.OPEN;
    this.emit('open', {});
  }

  /** The server sends an event. */
  send(type: string, data: unknown): void {
    this.emit(type, { data: JSON.stringify(data) });
  }

  /** The connection is lost, or (`refused`) was answered with an error. */
  fail({ refused = false } = {}): void {
    this.readyState = refused ? FakeEventSource.CLOSED : FakeEventSource.CONNECTING;
    this.emit('error', {});
  }

  private emit(type: string, event: { data?: string }): void {
    for (const listener of this.listeners.get(type) ?? []) listener(event);
  }
}
