/** The host's questions to the DNS: by UDP, by TCP where an answer is long, and bounded in time, number and size. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../scripts/server/ports.ts';
import { type DnsServer, startDnsServer } from '../../support/dns-server.ts';
import { runProbe } from '../../support/host-probe.ts';

/** Longer than a packet of UDP may be, in two strings of a record. */
const LONG = 'a b'.repeat(200);
/** More than are read. */
const ADDRESSES = Array.from({ length: 60 }, (_, index) => `192.0.2.${index}`);

let dns: DnsServer;
let answers: Record<string, string | number>;
beforeAll(async () => {
  const port = await freePort();
  dns = await startDnsServer(port);
  dns.serve({
    'acme.example TXT': ['v=spf1 -all', 'plain'],
    'acme.example MX': ['10 mx.acme.example'],
    'acme.example A': ['192.0.2.1'],
    'long.example TXT': [LONG],
    'many.example A': ADDRESSES,
    'failing.example TXT': 'failing',
    'silent.example TXT': 'silent',
    'waiting.example TXT': 'silent',
  });
  answers = await runProbe('DnsProbe', [`-Dport=${port}`]);
});
afterAll(async () => await dns?.close());

test('are answered with the records, texts with spaces in quotes', () => {
  const texts = String(answers['acme.example TXT'])
    .replace(/^found /, '')
    .split('|');
  expect(texts.toSorted()).toEqual(['"v=spf1 -all"', 'plain']);
  expect(answers['acme.example MX']).toBe('found 10 mx.acme.example.');
  expect(answers['acme.example A']).toBe('found 192.0.2.1');
});

test('are answered by TCP if an answer is too long for UDP', () => {
  const strings = [LONG.slice(0, 255), LONG.slice(255, 510), LONG.slice(510)];
  expect(answers['long.example TXT']).toBe(`found ${strings.map((one) => `"${one}"`).join(' ')}`);
  expect(dns.asked.filter((one) => one === 'long.example TXT')).toHaveLength(2);
});

test('tell names without a record from failures', () => {
  expect([answers['acme.example AAAA'], answers['none.example TXT']]).toEqual(['none ', 'none ']);
  expect([answers['failing.example TXT'], answers.silent]).toEqual(['failed ', 'failed ']);
});

test('are bounded in size and number', () => {
  expect(String(answers['many.example A']).split('|')).toHaveLength(50);
  // A question that nobody answered may still be under way.
  expect([1, 2]).toContain(answers.excess);
});
