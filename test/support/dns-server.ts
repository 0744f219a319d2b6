/** A name server of a test, over UDP, and over TCP for answers that are too long for it. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { type Answer, decode, encode, type Packet, streamDecode, streamEncode } from 'dns-packet';
import { inject } from 'vitest';

/** Records by `name type`; a name that is `silent` isn't answered for, and one that is `failing` by SERVFAIL. */
export type DnsZone = Readonly<Record<string, readonly string[] | 'silent' | 'failing'>>;

export interface DnsServer {
  /** What was asked, such as `acme.example TXT`. */
  readonly asked: string[];
  /** Replaces the records. */
  serve(zone: DnsZone): void;
  close(): Promise<void>;
}

const SERVFAIL = 2;
const NXDOMAIN = 3;
/** RFC 1035, section 4.2.1. */
const MAX_UDP_BYTES = 512;
/** RFC 1035, section 3.3. */
const MAX_STRING = 255;

/** Starts one where the server under test asks the DNS. */
export async function startDnsServer(port = inject('site').dnsPort): Promise<DnsServer> {
  let zone: DnsZone = {};
  const asked: string[] = [];
  const respond = (query: Packet): Packet | null => {
    const [question] = query.questions ?? [];
    const { name = '', type = 'A' } = question ?? {};
    const key = `${name.toLowerCase()} ${type}`;
    asked.push(key);
    const values = zone[key];
    if (values === 'silent') return null;
    const isKnown = Object.keys(zone).some((one) => one.startsWith(`${name.toLowerCase()} `));
    const code = values === 'failing' ? SERVFAIL : isKnown ? 0 : NXDOMAIN;
    const answers = Array.isArray(values) ? values.map((value: string) => answerOf(name, type, value)) : [];
    return {
      type: 'response',
      id: query.id ?? 0,
      flags: 0x80 | code,
      questions: query.questions ?? [],
      answers,
    };
  };
  const udp = createSocket('udp4');
  udp.on('message', (message, from) => {
    const response = respond(decode(message));
    if (response === null) return;
    const bytes = encode(response);
    const sent =
      bytes.length <= MAX_UDP_BYTES
        ? bytes
        : encode({ ...response, flags: (response.flags ?? 0) | TRUNCATED, answers: [] });
    udp.send(sent, from.port, from.address);
  });
  const tcp = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const response = respond(streamDecode(received));
      if (response !== null) socket.end(streamEncode(response));
    });
  });
  await new Promise<void>((resolve, reject) => udp.on('error', reject).bind(port, '127.0.0.1', resolve));
  await new Promise<void>((resolve, reject) => tcp.on('error', reject).listen(port, '127.0.0.1', resolve));
  return {
    asked,
    serve: (records) => {
      zone = records;
      asked.length = 0;
    },
    close: async () => {
      await new Promise<void>((resolve) => udp.close(resolve));
      await new Promise((resolve) => tcp.close(resolve));
    },
  };
}

/** The bit of RFC 1035, section 4.1.1. */
const TRUNCATED = 0x200;

function answerOf(name: string, type: string, value: string): Answer {
  if (type === 'MX') {
    const [preference, exchange = ''] = value.split(' ');
    return { name, type: 'MX', ttl: 1, data: { preference: Number(preference), exchange } };
  }
  if (type === 'TXT') return { name, type: 'TXT', ttl: 1, data: stringsOf(value) };
  return { name, type: type as 'A', ttl: 1, data: value };
}

function stringsOf(text: string): string[] {
  const strings: string[] = [];
  for (let at = 0; at < text.length; at += MAX_STRING) strings.push(text.slice(at, at + MAX_STRING));
  return strings;
}
