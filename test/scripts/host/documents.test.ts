/** The host's guard for client ID metadata documents: it connects only to addresses that are allowed, and bounds what it reads. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { type DocumentSite, openDocumentSite } from '../../support/document-site.ts';
import { MAIL_CERTIFICATE_FILE, makeMailCertificate } from '../../support/mail-certificate.ts';

const run = promisify(execFile);

const PROBE = path.join(ROOT, 'test', 'host', 'DocumentsProbe.java');
const MAX_MILLIS = 1_800_000;

type Text =
  | 'allowed'
  | 'denied'
  | 'partly'
  | 'redirected'
  | 'large'
  | 'unknown'
  | 'otherName'
  | 'silent'
  | 'asked';

describe('the guard for documents', () => {
  let site: DocumentSite;
  let seen: Record<Text, string> & { busy: number };
  beforeAll(async () => {
    const [server, jar] = [await obtainDistribution(console.log), await buildPlugin({ log: console.log })];
    await makeMailCertificate();
    site = await openDocumentSite();
    site.serve('/document.json', { headers: { 'cache-control': 'max-age=600' }, body: '{}' });
    site.serve('/redirect.json', { status: 302, headers: { location: '/denied.json' } });
    site.serve('/large.json', { body: 'a'.repeat(5121) });
    site.serve('/silent.json', null);
    const libraries = ['main', 'boot'].map((folder) => path.join(server, 'lib', 'lib', folder, '*'));
    const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
    const classes = [jar, ...libraries].join(path.delimiter);
    const { stdout } = await run(java, ['-cp', classes, PROBE, site.origin, MAIL_CERTIFICATE_FILE]);
    seen = JSON.parse(stdout) as typeof seen;
  }, MAX_MILLIS);
  afterAll(async () => site?.close());

  test('fetches one from a host whose addresses are allowed, each of which it is asked about', () => {
    expect(seen.allowed).toBe('200 application/json max-age=600, {}');
    expect(seen.asked.split(' ')).toContain('127.0.0.1');
  });

  test.each(['denied', 'partly'] as const)('sends nothing to a host with another address: %s', (what) => {
    expect(seen[what]).toMatch(/an address that is not allowed/);
    expect(site.requested).not.toContain('/denied.json');
  });

  test('trusts no other certificate, nor another name', () => {
    expect(seen.unknown).toMatch(/^javax\.net\.ssl\.SSLHandshakeException/);
    expect(seen.otherName).toMatch(/^javax\.net\.ssl\.SSL\w*Exception|ConnectException/);
    expect(site.requested).not.toContain('/denied.json');
  });

  test('follows no redirect', () => {
    expect(seen.redirected).toMatch(/^302 /);
  });

  test('reads no more than a document may have', () => {
    expect(seen.large).toBe('more than 5120 bytes');
  });

  test('waits no longer than its timeout', () => {
    expect(seen.silent).toBe('no response in time');
  });

  test('fetches eight at a time, and rejects any more', () => {
    expect(seen.busy).toBe(2);
  });
});
