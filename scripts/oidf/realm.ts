/** The realms under test: as `realm-config/` declares one, with the suite's clients; in one of them users stay signed in. */

import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLIENT, LIMIT_SETTINGS, REALM } from '../../provider-scripts/src/realm/settings/table.ts';
import { ROOT } from '../build/root.ts';
import { localPath } from '../server/local-folder.ts';
import { randomSecret } from '../server/secrets.ts';
import { SAMPLE_EMAIL } from '../start/settings.ts';

/** The realms, by what their clients opt in to. */
export const REALMS = { contract: 'oidf', staying: 'oidf-staying' } as const;
export type RealmKind = keyof typeof REALMS;
const KINDS = Object.keys(REALMS) as RealmKind[];
/** The suite's alias for the tested server, part of its callback URLs. */
export const ALIAS = 'linkgate';

/** A client is notified of sign-outs only if its plan expects that: other modules end on an unexpected call. */
const CLIENT_NAMES = ['first', 'second', 'by post', 'back-channel', 'front-channel'] as const;
export type ClientName = (typeof CLIENT_NAMES)[number];

/** A client in the format of the suite's configuration. */
interface SuiteClient {
  client_id: string;
  client_secret: string;
}

/** The input for seeding, and the clients that it creates in each realm. */
export interface RealmsUnderTest {
  /** A copy of `realm-config/` with these realms only. */
  folder: URL;
  variables: Record<string, string>;
  clients: Readonly<Record<ClientName, SuiteClient>>;
}

/**
 * Declares the realms.
 * @param suiteUrl such as `https://localhost:8443`, without a slash at its end
 */
export async function declareRealms(suiteUrl: string, smtpPort: number): Promise<RealmsUnderTest> {
  const folder = localPath('oidf', 'config');
  await rm(folder, { recursive: true, force: true });
  await cp(path.join(ROOT, 'realm-config'), folder, { recursive: true });
  await rm(path.join(folder, 'realms'), { recursive: true });
  await mkdir(path.join(folder, 'realms'));
  const clients = Object.fromEntries(CLIENT_NAMES.map((name) => [name, suiteClient(name)])) as Record<
    ClientName,
    SuiteClient
  >;
  for (const kind of KINDS) {
    const declared = {
      realm: REALMS[kind],
      settings: {
        displayName: 'Linkgate',
        // One user signs in a hundred times within minutes.
        attributes: { [LIMIT_SETTINGS['link-email'].name]: '1000/60', [REALM.exempt.name]: '127.0.0.1, ::1' },
      },
      signIn: { signUp: 'open', emailContains: 'link-and-code' },
      clients: CLIENT_NAMES.map((name) =>
        clientFields(name, kind, clients[name], `${suiteUrl}/test/a/${ALIAS}`),
      ),
    };
    await writeFile(path.join(folder, 'realms', `${REALMS[kind]}.json`), JSON.stringify(declared));
  }
  return {
    folder: pathToFileURL(`${folder}/`),
    variables: { SMTP_HOST: SAMPLE_EMAIL.host, SMTP_PORT: String(smtpPort), EMAIL_FROM: SAMPLE_EMAIL.from },
    clients,
  };
}

function suiteClient(name: ClientName): SuiteClient {
  return { client_id: `oidf-${name.replaceAll(' ', '-')}`, client_secret: randomSecret() };
}

function clientFields(
  name: ClientName,
  kind: RealmKind,
  { client_id, client_secret }: SuiteClient,
  callbacks: string,
) {
  const frontChannel = name === 'front-channel';
  return {
    clientId: client_id,
    name: `Conformance suite, ${name}`,
    secret: client_secret,
    redirectUris: [`${callbacks}/callback`, `${callbacks}/callback?dummy1=lorem&dummy2=ipsum`],
    frontchannelLogout: frontChannel,
    attributes: {
      ...(kind === 'staying' && { [CLIENT.refreshTokens.name]: '30' }),
      'post.logout.redirect.uris': `${callbacks}/post_logout_redirect`,
      ...(name === 'back-channel' && {
        'backchannel.logout.url': `${callbacks}/backchannel_logout`,
        'backchannel.logout.session.required': 'true',
      }),
      ...(frontChannel && {
        'frontchannel.logout.url': `${callbacks}/frontchannel_logout`,
        'frontchannel.logout.session.required': 'true',
      }),
    },
  };
}
