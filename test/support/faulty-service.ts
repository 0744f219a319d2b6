/** An email service of a test's own that speaks each protocol, counts what it has accepted, and fails in the ways that services do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKind } from '../../provider-scripts/src/realm/settings/email-routes.ts';
import { linkOf } from './email.ts';
import { PROTOCOLS } from './email-protocols.ts';

/** How a service fails. `rejecting`: once each address that begins with `rejected`; `contradicting`: by an error in a response with 200. */
export const FAULTS = ['killed', 'slowed', 'failing', 'rejecting', 'contradicting'] as const;
export type Fault = (typeof FAULTS)[number];

/** An email that the service has accepted, whether or not it could say so: its recipient will get it. */
interface AcceptedMail {
  readonly to: string;
  readonly link: string;
}

/** A running service. */
export interface FaultyService {
  readonly port: number;
  readonly accepted: readonly AcceptedMail[];
  /** The recipients of emails of which nobody could know that they were accepted, or that it rejected for them: once for each request. */
  readonly excused: readonly string[];
  /** How often it was killed. */
  kills(): number;
  /** Lets a killed one listen again. */
  revive(): Promise<void>;
  close(): Promise<void>;
}

/** The email at which the killed one ends, and of how many the slowed one never answers one. */
const KILLED_AT = 10;
const ONE_IN = 10;

let ids = 0;

/** Starts one; without a fault it accepts everything. */
export async function startFaultyService(kind: ApiKind, fault?: Fault): Promise<FaultyService> {
  const protocol = PROTOCOLS[kind];
  const accepted: AcceptedMail[] = [];
  const excused: string[] = [];
  /** Of what it has read and not answered. */
  const open = new Map<ServerResponse, string>();
  let [received, kills] = [0, 0];

  const accept = (body: string) => accepted.push({ to: protocol.to(body), link: linkOf(body) });
  const kill = () => {
    kills += 1;
    excused.push(...open.values());
    open.clear();
    server.close();
    server.closeAllConnections();
  };
  const fail = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status).end(JSON.stringify(body));

  async function answer(response: ServerResponse, body: string): Promise<void> {
    const to = protocol.to(body);
    received += 1;
    if (fault === 'failing' && received % 3 === 0)
      return void fail(response, received % 2 === 0 ? 500 : 503, {});
    if (fault === 'contradicting' && received % 3 === 0) {
      if (protocol.isUnclear) excused.push(to);
      return void fail(response, 200, protocol.error);
    }
    if (fault === 'rejecting' && to.startsWith('rejected') && !excused.includes(to)) {
      excused.push(to);
      return void fail(response, protocol.recipient.status, protocol.recipient.body);
    }
    accept(body);
    open.set(response, to);
    if (fault === 'killed' && received === KILLED_AT) return kill();
    if (fault === 'slowed' && received % ONE_IN === 0) return void excused.push(to);
    await wait(fault === 'slowed' ? 300 : 20);
    if (open.delete(response)) protocol.accept(response, `id-${ids++}`);
  }

  const server = createServer((request, response) => {
    response.on('error', () => {});
    void textOf(request).then(
      (body) => answer(response, body),
      () => {},
    );
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', () => resolve());
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    accepted,
    excused,
    kills: () => kills,
    revive: () => listen(port),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let body = '';
  request.setEncoding('utf8');
  for await (const part of request) body += part;
  return body;
}
