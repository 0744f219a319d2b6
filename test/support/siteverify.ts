/** A service that verifies responses to its challenges, over https, which the installation's server trusts. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { mailCertificate } from './mail-certificate.ts';

/** What it answers: JSON; a status with a text or a redirect to itself; nothing; or a byte now and then. */
export type Answer =
  | { success: boolean; [member: string]: unknown }
  | { status: number; text?: string; location?: true }
  | 'silence'
  | 'drip';

/** A request that it got. */
interface Received {
  fields: Record<string, string>;
  headers: IncomingHttpHeaders;
}

export interface Siteverify {
  origin: string;
  /** Sets what it answers from now on. */
  answer(answer: () => Answer): void;
  /** How many requests to verify it has got. */
  count(): number;
  last(): Received;
  close(): Promise<void>;
}

const DRIP_MILLIS = 300;

/** Opens it; its widget is a button that has a response at once. */
export async function openSiteverify(): Promise<Siteverify> {
  let answer: () => Answer = () => 'silence';
  const received: Received[] = [];
  const server: Server = createServer(await mailCertificate(), async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString('utf8');
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(WIDGET);
      return;
    }
    const isJson = request.headers['content-type']?.startsWith('application/json') === true;
    const fields = isJson
      ? (JSON.parse(body) as Record<string, string>)
      : Object.fromEntries(new URLSearchParams(body));
    received.push({ fields, headers: request.headers });
    await send(response, answer(), request.url ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    origin: `https://localhost:${(server.address() as AddressInfo).port}`,
    answer: (given) => {
      answer = given;
    },
    count: () => received.length,
    last: () => {
      const last = received.at(-1);
      if (last === undefined) throw new Error('nothing was to be verified');
      return last;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function send(response: ServerResponse, answer: Answer, url: string): Promise<void> {
  if (answer === 'silence') return;
  if (answer === 'drip') {
    response.writeHead(200, { 'content-type': 'application/json' });
    while (!response.destroyed) {
      response.write(' ');
      await wait(DRIP_MILLIS);
    }
    return;
  }
  if ('success' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    return;
  }
  const { status, text = '', location } = answer;
  response.writeHead(status, location === true ? { location: url } : {}).end(text);
}

const WIDGET = `
const element = document.querySelector('[data-callback]');
const button = document.createElement('button');
button.textContent = 'I am a person';
button.type = 'button';
button.addEventListener('click', () => globalThis[element.dataset.callback]('response-' + Math.random().toString(36)));
element.append(button);
`;
