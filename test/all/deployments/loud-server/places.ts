/** The places where secrets could leak after passing through the server, and how to search them. */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { javaTool } from '../../../../scripts/bench/load/process.ts';
import { embeddedDatabaseUrl } from '../../../../scripts/server/node.ts';
import { adminEventsSince } from '../../../support/admin-events.ts';
import { eventsSince } from '../../../support/events.ts';
import { dumpHeap } from '../../../support/java-program.ts';
import { HeapDump } from './heap-dump.ts';
import type { LoudServer } from './server.ts';

const run = promisify(execFile);

const REALMS = ['linkgate', 'linkgate-beta'] as const;
/** Keycloak's default user and password for an embedded database. */
const H2_ACCOUNT = ['-user', '', '-password', ''];
const BYTE_ARRAY = 8;
/** More than a server has threads for. */
const OTHER_REQUESTS = 200;

/** The secrets that occur verbatim. */
type Look = (secrets: readonly string[]) => boolean[];

/** The places to search, in order; the last one stops the server. */
export const PLACES = {
  log: async ({ log }: LoudServer) => inText(await log()),
  metrics: async ({ managementUrl }: LoudServer) =>
    inText(await (await fetch(`${managementUrl}/metrics`)).text()),
  'user events': async () => inEvents(await Promise.all(REALMS.map((realm) => eventsSince(realm, 0)))),
  'admin events': async () => inEvents(await Promise.all(REALMS.map((realm) => adminEventsSince(realm, 0)))),
  heap: inHeap,
  database: inDatabase,
} as const;

export type Place = keyof typeof PLACES;

const isNumber = (secret: string) => /^\d+$/.test(secret);

/** A number must stand alone: as a part of another one it means nothing. */
function inText(text: string): Look {
  const alone = (number: string) => new RegExp(`(?<![\\w-])${number}(?![\\w-])`).test(text);
  return (secrets) => secrets.map((one) => (isNumber(one) ? alone(one) : text.includes(one)));
}

function inEvents(realms: readonly object[][]): Look {
  for (const events of realms) if (events.length === 0) throw new Error('a realm without events');
  // Administrators' request bodies are stored as strings, with their quotes escaped.
  const text = JSON.stringify(realms).replaceAll('\\', '');
  return (secrets) => secrets.map((one) => text.includes(isNumber(one) ? `"${one}"` : one));
}

/** All tables, as the database's own script dumps them: strings are quoted. */
async function inDatabase({ dataDir, home, stop }: LoudServer): Promise<Look> {
  await stop();
  const libraries = path.join(home, 'lib', 'lib', 'main');
  const h2 = (await readdir(libraries)).find((name) => name.startsWith('com.h2database.h2-')) ?? '';
  const file = path.join(dataDir, 'dump.sql');
  const url = embeddedDatabaseUrl(dataDir);
  const tool = ['-cp', path.join(libraries, h2), 'org.h2.tools.Script', '-url', url, ...H2_ACCOUNT];
  await run(javaTool('java'), [...tool, '-script', file]);
  const text = await readFile(file, 'utf8');
  if (!text.includes('INTO "PUBLIC"."LINKGATE_LINK" VALUES')) throw new Error('a dump without links');
  return (secrets) => secrets.map((one) => text.includes(isNumber(one) ? `'${one}'` : one));
}

/** The strings that are live after a full collection, once threads and connections have served other requests. */
async function inHeap({ url, httpPort, dataDir }: LoudServer): Promise<Look> {
  const elsewhere = Array.from({ length: OTHER_REQUESTS }, () => fetch(`${url}/realms/master`));
  for (const response of await Promise.all(elsewhere)) await response.text();
  const file = path.join(dataDir, 'heap.hprof');
  await dumpHeap(httpPort, file);
  const texts = new HeapDump(await readFile(file)).texts();
  await rm(file);
  if (!texts.includes('org.keycloak.')) throw new Error('a heap without texts');
  return (secrets) => secrets.map((one) => formsOf(one).some((form) => texts.includes(form)));
}

/** Strings have one or two bytes per character; a number must be a string by itself. */
function formsOf(secret: string): Buffer[] {
  if (!isNumber(secret)) return [Buffer.from(secret, 'latin1'), Buffer.from(secret, 'utf16le')];
  const length = Buffer.alloc(4);
  length.writeUInt32BE(secret.length);
  return [Buffer.concat([length, Buffer.of(BYTE_ARRAY), Buffer.from(secret, 'latin1')])];
}
