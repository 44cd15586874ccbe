import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** What the sink does once it has a whole mail. */
type SinkMode =
  | 'accept'
  /** Answers 451: not now. */
  | 'refuse'
  /** Takes it and breaks the connection before it says so. */
  | 'vanish'
  /** Takes it and never says so. */
  | 'hang'
  /** Refuses the recipient, before there is any mail. */
  | 'refuse-recipient';

export interface SmtpSink {
  url: string;
  mode: SinkMode;
  /** Mails that arrived whole, whether it said so or not. */
  received: string[];
  /** Whom they were to be delivered to: addresses in angle brackets. */
  recipients: string[];
  close: () => Promise<void>;
}

/** A small mail server. */
export async function startSmtpSink(): Promise<SmtpSink> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)).on('error', () => {}));
    talk(socket, sink);
  });
  const sink: SmtpSink = {
    url: '',
    mode: 'accept',
    received: [],
    recipients: [],
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  sink.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return sink;
}

const END_OF_MAIL = '\r\n.\r\n';

function talk(socket: Socket, sink: SmtpSink): void {
  let text = '';
  let inMail = false;
  socket.write('220 sink\r\n');
  socket.on('data', (chunk) => {
    text += chunk;
    for (;;) {
      const end = inMail ? END_OF_MAIL : '\r\n';
      const at = text.indexOf(end);
      if (at === -1) return;
      const part = text.slice(0, at);
      text = text.slice(at + end.length);
      if (inMail) {
        inMail = false;
        takeMail(socket, sink, part);
      } else {
        const verb = part.slice(0, 4).toUpperCase();
        inMail = verb === 'DATA';
        if (verb === 'RCPT') sink.recipients.push(part.slice('RCPT TO:'.length));
        socket.write(`${replyTo(verb, sink.mode)}\r\n`);
      }
    }
  });
}

function replyTo(verb: string, mode: SinkMode): string {
  if (verb === 'DATA') return '354 go on';
  if (verb === 'RCPT' && mode === 'refuse-recipient') return '450 not now';
  return verb === 'QUIT' ? '221 bye' : '250 ok';
}

function takeMail(socket: Socket, sink: SmtpSink, mail: string): void {
  if (sink.mode === 'refuse') {
    socket.write('451 not now\r\n');
    return;
  }
  sink.received.push(mail);
  if (sink.mode === 'vanish') socket.destroy();
  else if (sink.mode !== 'hang') socket.write('250 taken\r\n');
}
