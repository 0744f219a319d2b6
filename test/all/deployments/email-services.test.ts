/**
 * Emails by the HTTP APIs of email services, with keys in Keycloak's vault: on a server of its own, as the vault is chosen when a server is built,
 * and against a service of the test that speaks each protocol.
 */
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { FINDINGS } from '../../../provider-scripts/src/platform/errors/catalogue/findings.ts';
import { ADMIN_RESOURCE } from '../../../provider-scripts/src/platform/keycloak/resources.ts';
import { API_KINDS, type ApiKind } from '../../../provider-scripts/src/realm/settings/email-routes.ts';
import { callLinkgate } from '../../../scripts/admin/call.ts';
import { connectAdmin } from '../../../scripts/admin/connect.ts';
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { ROOT } from '../../../scripts/build/root.ts';
import { REALM_FILE } from '../../../scripts/realm-file/file.ts';
import { obtainDistribution } from '../../../scripts/server/distribution.ts';
import { SHORT_LIVED } from '../../../scripts/server/environment.ts';
import { buildServer, copyServer } from '../../../scripts/server/home.ts';
import { type RunningNode, startNode } from '../../../scripts/server/node.ts';
import { freePort } from '../../../scripts/server/ports.ts';
import { Agent } from '../../support/agent.ts';
import { emailsTo, linkId, linkOf, newAddress } from '../../support/email.ts';
import { acceptAt, PROTOCOLS } from '../../support/email-protocols.ts';
import { FAULTS, type Fault, type FaultyService, startFaultyService } from '../../support/faulty-service.ts';
import { type LocalServer, serveLocally } from '../../support/local-server.ts';
import { type OwnSite, openOwnSite } from '../../support/own-site.ts';
import { partPath } from '../../support/part.ts';
import { realm } from '../../support/plant.ts';
import { requestLink } from '../../support/sign-in.ts';
import { followAt } from '../../support/sign-in-at.ts';
import { VARIANT_ADMIN } from '../../support/variant.ts';

const quiet = () => {};
const server = partPath('email-services');
const vault = partPath('email-services-vault');
const logFile = partPath('variant', 'email-services.log');
const url = `http://localhost:${await freePort()}`;
const REALM = 'linkgate';
const KEY = 'key-c0ffee-of-the-vault';

/** What the service gets, and how it responds. */
interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}
let received: Received[] = [];
type Responder = (response: ServerResponse, one: Received) => void;

const accept: Responder = (response, one) => acceptAt(one.path, response, 'id');
let respond = accept;
let names = 0;

/** A thousand sign-ins in all, by eight clients at a time. */
const SIGN_INS = 1000 / (FAULTS.length * API_KINDS.length);
const CLIENTS = 8;
const MOST_REQUESTS = 10;

/** What must have happened, or else the fault had no effect: that emails weren't sent, and that the second service sent some; null if either may be. */
const EFFECTS: Readonly<Record<Fault, (kind: ApiKind) => { unsent: boolean; second: boolean | null }>> = {
  killed: () => ({ unsent: true, second: true }),
  slowed: () => ({ unsent: true, second: null }),
  failing: () => ({ unsent: false, second: true }),
  rejecting: () => ({ unsent: true, second: false }),
  // What says too little may be on its way: nothing else is tried.
  contradicting: (kind) => ({ unsent: PROTOCOLS[kind].isUnclear, second: !PROTOCOLS[kind].isUnclear }),
};

describe('emails by services', () => {
  let site: OwnSite;
  let node: RunningNode | undefined;
  let service: LocalServer;
  let restore = async (): Promise<unknown> => undefined;

  beforeAll(async () => {
    site = await openOwnSite();
    service = await serveLocally((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += String(chunk);
      });
      request.on('end', () => {
        const one = { path: request.url ?? '', headers: request.headers, body };
        received.push(one);
        respond(response, one);
      });
    });
    await rm(server, { recursive: true, force: true });
    await rm(vault, { recursive: true, force: true });
    await mkdir(vault, { recursive: true });
    // Editors end files with a line break.
    await writeFile(path.join(vault, `${REALM}_service`), `${KEY}\n`);
    await copyServer(await obtainDistribution(quiet), server);
    await copyFile(await buildPlugin({ log: quiet }), path.join(server, 'providers', 'linkgate.jar'));
    const imports = path.join(server, 'data', 'import');
    await mkdir(imports, { recursive: true });
    await copyFile(path.join(ROOT, REALM_FILE), path.join(imports, path.basename(REALM_FILE)));
    await buildServer(server, ['--db=dev-file', '--health-enabled=true', '--vault=file']);
    node = await startNode({
      home: { directory: server, database: 'dev-file' },
      httpPort: Number(new URL(url).port),
      managementPort: await freePort(),
      hostname: url,
      adminUsername: VARIANT_ADMIN.username,
      adminPassword: VARIANT_ADMIN.password,
      extraArgs: [
        '--import-realm',
        `--vault-dir=${vault}`,
        '--spi-connections-http-client--default--document-networks=127.0.0.1',
      ],
      env: { ...SHORT_LIVED, ...site.variables },
      logFile,
    });
  });
  afterEach(async () => {
    await restore();
    received = [];
    respond = accept;
  });
  afterAll(async () => {
    await node?.stop();
    await service?.close();
    await site?.inbox.close();
    await rm(server, { recursive: true, force: true });
  });

  /** Sets the realm's routes; `SERVICE` stands for the test's service, and the name of each `main` is new: what failed before may rest. */
  async function routes(text: string): Promise<void> {
    const at = `at=http://127.0.0.1:${service.port} secret=\${vault.service}`;
    const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
    // All emails are requested from one address.
    const exempt = { 'linkgate.limit.exempt': '127.0.0.1 ::1' };
    restore = await realm({
      attributes: {
        ...exempt,
        'linkgate.email-routes': text.replaceAll('SERVICE', at).replace(/^main /, `main-${names++} `),
      },
    })(api, REALM);
  }

  /** Requests a link: returns the status, and how many emails the realm's own mail server got. */
  async function request(email = newAddress()): Promise<[status: number, own: number]> {
    const { client_id, redirect_uri } = site.client;
    const fields = { email, client_id, redirect_uri, scope: 'openid email' };
    const { status } = await requestLink(fields, site.at(url).base_url);
    return [status, (await emailsTo(email, site.inbox.url)).length];
  }

  /** The text of a response of the admin API. */
  async function linkgate(method: string, at: string): Promise<string> {
    const client = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
    return await (await callLinkgate({ client, realm: REALM }, method, `${ADMIN_RESOURCE}${at}`)).text();
  }

  test.each([
    ['postmark', '', 'x-postmark-server-token', KEY],
    ['sendgrid', '', 'authorization', `Bearer ${KEY}`],
    ['resend', '', 'authorization', `Bearer ${KEY}`],
    [
      'mailgun',
      ' domain=mg.acme.example',
      'authorization',
      `Basic ${Buffer.from(`api:${KEY}`).toString('base64')}`,
    ],
  ])(
    '%s gets the key of the vault and an email whose link signs in, once',
    async (kind, options, header, value) => {
      await routes(`main ${kind} SERVICE${options}; smtp`);
      const email = newAddress();
      expect(await request(email)).toEqual([200, 0]);
      expect(received).toHaveLength(1);
      expect(received[0]?.headers[header]).toBe(value);
      const link = linkOf(received[0]?.body ?? '');
      expect((await followAt(site.at(url), site.client, link)).email).toBe(email);
    },
  );

  test.each<[string, Responder, [number, number], number]>([
    ['fails', (response) => response.writeHead(503).end(), [200, 1], 1],
    [
      'has had enough',
      (response) => response.writeHead(429).end('{"name":"rate_limit_exceeded"}'),
      [200, 1],
      1,
    ],
    ['has another key', (response) => response.writeHead(401).end(), [200, 1], 1],
    ['redirects', (response) => response.writeHead(307, { location: '/elsewhere' }).end(), [200, 1], 1],
    [
      'says 200 and an error',
      (response) => response.end('{"statusCode":500,"name":"application_error"}'),
      [200, 1],
      1,
    ],
    [
      'rejects the recipient',
      (response) =>
        response.writeHead(422).end('{"name":"validation_error","message":"Invalid `to` field."}'),
      [503, 0],
      1,
    ],
    ['says nothing', (response) => response.end('<html>'), [503, 0], 1],
    ['sends ten megabytes', (response) => response.end('a'.repeat(10 * 2 ** 20)), [503, 0], 1],
    ['cuts the connection', (response) => response.destroy(), [503, 0], 1],
    ['never responds', () => {}, [503, 0], 1],
    ['never ends its response', (response) => void response.writeHead(200).write('{"id":'), [503, 0], 1],
  ])('where it %s', async (_, answer, expected, requests) => {
    await routes('main resend SERVICE; smtp');
    respond = answer;
    expect(await request()).toEqual(expected);
    expect(received.map(({ path: at }) => at)).toEqual(Array.from({ length: requests }, () => '/emails'));
  });

  describe.each(FAULTS)('while the first service is %s', (fault) => {
    test.each(API_KINDS)(
      'as %s, eight clients’ sign-ins lose nothing and get nothing twice',
      async (kind) => {
        const second = API_KINDS[(API_KINDS.indexOf(kind) + 1) % API_KINDS.length] ?? kind;
        const [first, other] = [await startFaultyService(kind, fault), await startFaultyService(second)];
        const route = (of: ApiKind, { port }: FaultyService) =>
          `${of} at=http://127.0.0.1:${port} secret=\${vault.service}${of === 'mailgun' ? ' domain=mg.acme.example' : ''}`;
        await routes(`main ${route(kind, first)}; other ${route(second, other)}`);
        const got = (email: string) =>
          [...first.accepted, ...other.accepted].filter(({ to }) => to === email).map(({ link }) => link);
        /** Requests until one is sent: how many weren't, and whether each of them was under way when the service failed. */
        const requestUntilSent = async (email: string): Promise<number> => {
          for (let failed = 0; failed < MOST_REQUESTS; failed++) {
            const kills = first.kills();
            const [status] = await request(email);
            if (status === 200) return failed;
            const wasUnderWay = first.excused.filter((one) => one === email).length > failed;
            expect([email, status, wasUnderWay || first.kills() > kills]).toEqual([email, 503, true]);
          }
          throw new Error(`no email to ${email} is sent`);
        };
        let [signedIn, unsent] = [0, 0];
        const left = Array.from({ length: SIGN_INS }, (_, index) =>
          newAddress(index % 10 === 0 ? 'rejected' : 'user'),
        );
        const addresses = [...left];
        await Promise.all(
          Array.from({ length: CLIENTS }, async () => {
            for (let email = left.pop(); email !== undefined; email = left.pop()) {
              const failed = await requestUntilSent(email);
              unsent += failed;
              const links = got(email);
              const live = links.pop() ?? '';
              // What arrives although its requester was told that it wasn't sent is dead.
              for (const dead of links) expect((await new Agent().open(dead)).status).toBe(401);
              expect((await followAt(site.at(url), site.client, live)).email).toBe(email);
              signedIn += 1;
              if (fault === 'killed' && signedIn === SIGN_INS / 2) await first.revive();
            }
          }),
        );
        await Promise.all([first.close(), other.close()]);
        expect(signedIn).toBe(SIGN_INS);
        const ids = addresses.flatMap((email) => got(email).map(linkId));
        expect(new Set(ids).size).toBe(ids.length);
        // Each was accepted once, but for what nobody could know.
        expect(ids.length - SIGN_INS).toBeLessThanOrEqual(unsent);
        const effect = EFFECTS[fault](kind);
        expect(unsent > 0).toBe(effect.unsent);
        if (effect.second !== null) expect(other.accepted.length > 0).toBe(effect.second);
        if (fault === 'killed') expect(unsent).toBeLessThanOrEqual(CLIENTS);
      },
    );
  });

  test('an address that the operator doesn’t allow is never called, and the next route sends', async () => {
    let connections = 0;
    const other = createServer((_, response) => response.end('{"id":"1"}'));
    other.on('connection', () => {
      connections += 1;
    });
    await new Promise<void>((resolve) => other.listen(0, '::1', resolve));
    const at = `at=http://[::1]:${(other.address() as AddressInfo).port}`;
    try {
      await routes(`main resend ${at} secret=\${vault.service}; smtp`);
      expect(await request()).toEqual([200, 1]);
      expect([connections, received.length]).toEqual([0, 0]);
      expect(await readFile(logFile, 'utf8')).toContain(FINDINGS['email-address-denied']);
      const problems = await linkgate('GET', '/problems');
      expect(problems).toContain('"id":"route-address"');
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  test('the key is in no log and no export', async () => {
    await routes('main resend SERVICE; smtp');
    respond = (response) => response.writeHead(401).end(`{"message":"no such key: ${KEY}"}`);
    expect(await request()).toEqual([200, 1]);
    expect(await readFile(logFile, 'utf8')).not.toContain('c0ffee');
    const api = await connectAdmin({ serverUrl: url, ...VARIANT_ADMIN });
    const exported = await api.realms.export({ realm: REALM, exportClients: true });
    expect(JSON.stringify(exported)).not.toContain('c0ffee');
    expect(JSON.stringify(exported)).toContain('vault.service');
  });
});
