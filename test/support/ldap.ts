/** An in-memory LDAP server (UnboundID's), downloaded by Maven, and a realm's connection to it. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { runChild, startChild } from '../../scripts/server/child.ts';
import { quickMaven } from '../../scripts/server/environment.ts';
import { freePort } from '../../scripts/server/ports.ts';
import { admin } from './admin.ts';
import { partPath } from './part.ts';
import { PATIENT } from './patience.ts';

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';
const SDK = { group: 'com.unboundid', name: 'unboundid-ldapsdk', version: '7.0.3' } as const;
const BASE = 'dc=example,dc=com';
const USERS = `ou=users,${BASE}`;
const MANAGER = { dn: 'cn=manager', password: 'manager' } as const;

/** An entry: its user name, and its address if it has one. */
export interface Entry {
  uid: string;
  email?: string;
}

export interface LdapServer {
  url: string;
  /** Removes the entry of a user name. */
  remove(uid: string): Promise<void>;
  stop(): Promise<void>;
}

function ldif(entries: readonly Entry[]): string {
  const users = entries.map(({ uid, email }) =>
    [
      `dn: uid=${uid},${USERS}`,
      'objectClass: inetOrgPerson',
      `uid: ${uid}`,
      'cn: Somebody',
      'sn: Somebody',
      ...(email === undefined ? [] : [`mail: ${email}`]),
    ].join('\n'),
  );
  return [
    `dn: ${BASE}\nobjectClass: domain\ndc: example`,
    `dn: ${USERS}\nobjectClass: organizationalUnit\nou: users`,
    ...users,
  ].join('\n\n');
}

/** Starts it with these entries. */
export async function startLdap(entries: readonly Entry[]): Promise<LdapServer> {
  const folder = partPath('ldap');
  await mkdir(folder, { recursive: true });
  const artifact = `${SDK.group}:${SDK.name}:${SDK.version}`;
  const { code, tail } = await runChild({
    command: 'mvn',
    args: ['-q', '-B', `${PLUGIN}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
    env: quickMaven(),
    output: () => {},
  });
  if (code !== 0) throw new Error(`no LDAP server: ${tail.join('\n')}`);
  const file = path.join(folder, 'users.ldif');
  await writeFile(file, `${ldif(entries)}\n`);
  const port = await freePort();
  const output: string[] = [];
  const server = startChild({
    command: 'java',
    args: [
      ...['-cp', path.join(folder, `${SDK.name}-${SDK.version}.jar`)],
      'com.unboundid.ldap.listener.InMemoryDirectoryServerTool',
      ...['--port', String(port), '--baseDN', BASE, '--ldifFile', file],
      ...['--additionalBindDN', MANAGER.dn, '--additionalBindPassword', MANAGER.password],
    ],
    output: (line) => output.push(line),
  });
  const listens = () => output.some((line) => line.includes(String(port)));
  await Promise.race([
    vi.waitUntil(listens, PATIENT),
    server.exited.then(() => Promise.reject(new Error(`the LDAP server ended: ${output.join('\n')}`))),
  ]);
  const remove = async (uid: string) => {
    const { code: failed, tail: output } = await runChild({
      command: 'java',
      args: [
        ...['-cp', path.join(folder, `${SDK.name}-${SDK.version}.jar`)],
        'com.unboundid.ldap.sdk.unboundidds.tools.LDAPDelete',
        ...['--hostname', '127.0.0.1', '--port', String(port)],
        ...['--bindDN', MANAGER.dn, '--bindPassword', MANAGER.password, `uid=${uid},${USERS}`],
      ],
      output: () => {},
    });
    if (failed !== 0) throw new Error(`the entry was not removed: ${output.join('\n')}`);
  };
  return { url: `ldap://127.0.0.1:${port}`, remove, stop: () => server.stop() };
}

/** Adds the server to a realm as a user federation provider; the returned function removes it and the imported users. */
export async function federate(
  realm: string,
  url: string,
  settings: Readonly<Record<string, string>>,
): Promise<() => Promise<void>> {
  const config = {
    vendor: 'other',
    connectionUrl: url,
    usersDn: USERS,
    usernameLDAPAttribute: 'uid',
    rdnLDAPAttribute: 'uid',
    uuidLDAPAttribute: 'entryUUID',
    userObjectClasses: 'inetOrgPerson',
    authType: 'simple',
    bindDn: MANAGER.dn,
    bindCredential: MANAGER.password,
    searchScope: '1',
    enabled: 'true',
    ...settings,
  };
  const { id } = await (await admin()).components.create({
    realm,
    name: 'users',
    providerId: 'ldap',
    providerType: 'org.keycloak.storage.UserStorageProvider',
    config: Object.fromEntries(Object.entries(config).map(([key, value]) => [key, [value]])),
  });
  return async () => (await admin()).components.del({ realm, id });
}
