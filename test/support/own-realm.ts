/** A test's own realm, declared like the sample realm under another name. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, inject } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { seed } from '../../scripts/seed/seed.ts';
import { admin } from './admin.ts';
import { whileBusy } from './busy-server.ts';
import { npmRunHere } from './command.ts';
import { workerPath } from './part.ts';

/** The content of a file under `realms/`, as far as tests change it. */
interface RealmFile {
  realm: string;
  settings: Record<string, unknown>;
  signIn: Record<string, string>;
  apiScopes?: { name: string; [field: string]: unknown }[];
  clients: { clientId: string; [field: string]: unknown }[];
  referrals?: { code: string; maxUses?: number; clientId?: string }[];
}

/** A realm and its files. */
export interface OwnRealm {
  name: string;
  baseUrl: string;
  /** A copy of `realm-config/` with this realm only. */
  folder: string;
  /** Changes the realm's file. */
  declare(change: (file: RealmFile) => void): Promise<void>;
  remove(): Promise<void>;
}

/** Writes the realm's files without creating it. */
export async function declareRealm(name: string): Promise<OwnRealm> {
  const { serverUrl } = inject('site');
  const folder = workerPath(`config-${name}`);
  const file = path.join(folder, 'realms', `${name}.json`);
  await rm(folder, { recursive: true, force: true });
  await cp(path.join(ROOT, 'realm-config'), folder, { recursive: true });
  const sample = JSON.parse(
    await readFile(path.join(folder, 'realms', 'linkgate.json'), 'utf8'),
  ) as RealmFile;
  await rm(path.join(folder, 'realms'), { recursive: true });
  await cp(path.join(ROOT, 'realm-config', 'realms', 'linkgate.json'), file);
  await writeFile(file, JSON.stringify({ ...sample, realm: name }));
  return {
    name,
    baseUrl: `${serverUrl}/realms/${encodeURIComponent(name)}`,
    folder,
    declare: async (change) => {
      const declared = JSON.parse(await readFile(file, 'utf8')) as RealmFile;
      change(declared);
      await writeFile(file, JSON.stringify(declared));
    },
    remove: () => removeRealm(name),
  };
}

/** Declares the realm and creates it; the tests' own calls aren't counted by IP unless `counted`. */
export async function makeRealm(name: string, { counted = false } = {}): Promise<OwnRealm> {
  const { serverUrl, admin: account, variables } = inject('site');
  const realm = await declareRealm(name);
  const folder = pathToFileURL(`${realm.folder}/`);
  if (!counted)
    await realm.declare(({ settings }) => {
      settings.attributes = { 'linkgate.limit.exempt': '127.0.0.1, ::1' };
    });
  // Seeding continues what an earlier attempt created.
  await whileBusy(() => seed({ serverUrl, admin: account, variables, folder, apply: true }));
  return realm;
}

/** Removes a realm, unless an earlier attempt did despite a 5xx response. */
export async function removeRealm(realm: string): Promise<void> {
  await whileBusy(async () => {
    const api = await admin();
    if (await api.realms.findOne({ realm })) await api.realms.del({ realm });
  });
}

/** A realm that exists while a file's tests run; returns `npm run linkgate -- seed` for it, as a user types it. */
export function useRealm(name: string) {
  let made: OwnRealm | undefined;
  beforeAll(async () => {
    made = await makeRealm(name);
  });
  afterAll(async () => {
    await made?.remove();
  });
  const there = () => {
    if (made === undefined) throw new Error(`${name} is there only while the tests run`);
    return made;
  };
  return {
    own: there,
    seed: async (...args: string[]) => npmRunHere('seed', ['--config', there().folder, ...args]),
  };
}
