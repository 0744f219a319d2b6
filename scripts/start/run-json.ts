/** Creates, writes and removes the run file (architecture, section 7). */

import { rm } from 'node:fs/promises';
import type { RunFile } from '../run-file.ts';
import { OWNER_ONLY, writeAtomically } from '../server/atomic-write.ts';
import type { Secrets } from '../server/secrets.ts';
import { SAMPLE_ADMINISTRATOR } from './sample.ts';
import { type Ports, SAMPLE_EMAIL } from './settings.ts';

const REALM = 'linkgate';
const BETA_REALM = 'linkgate-beta';

/** The running services, with the clients of the sample realms (`realm-config/realms`). */
export function describeRun({
  ports,
  secrets,
  admin,
}: {
  ports: Ports;
  secrets: Secrets;
  admin: RunFile['admin'];
}): RunFile {
  const server = `http://localhost:${ports.keycloak}`;
  const demo = `http://localhost:${ports.demo}`;
  return {
    base_url: `${server}/realms/${REALM}`,
    server_url: server,
    realm: REALM,
    admin,
    administration: { url: `${server}/realms/${REALM}/linkgate`, email: SAMPLE_ADMINISTRATOR },
    inbox_url: `http://localhost:${ports.inbox}`,
    demo_url: demo,
    email: { ...SAMPLE_EMAIL, port: ports.smtp },
    clients: {
      web: {
        client_id: 'demo-web',
        client_secret: secrets.DEMO_WEB_SECRET,
        redirect_uri: `${demo}/callback`,
      },
      shop: {
        client_id: 'demo-shop',
        client_secret: secrets.DEMO_SHOP_SECRET,
        redirect_uri: `${demo}/shop/callback`,
      },
      mobile: { client_id: 'demo-mobile', redirect_uri: 'com.example.demo:/callback' },
      spa: { client_id: 'demo-spa', redirect_uri: `${demo}/spa` },
      service: { client_id: 'demo-service', client_secret: secrets.DEMO_SERVICE_SECRET },
      pending: {
        client_id: 'demo-pending',
        client_secret: secrets.DEMO_PENDING_SECRET,
        redirect_uri: `${demo}/callback`,
      },
    },
    beta: {
      base_url: `${server}/realms/${BETA_REALM}`,
      referral_code: secrets.BETA_REFERRAL_CODE,
      clients: {
        web: {
          client_id: 'demo-web',
          client_secret: secrets.BETA_WEB_SECRET,
          redirect_uri: `${demo}/beta/callback`,
        },
      },
    },
  };
}

/** Writes the file synchronously, so that it can't be removed in between. */
export function writeRunFile(file: string, run: RunFile): void {
  writeAtomically(file, `${JSON.stringify(run, null, 2)}\n`, OWNER_ONLY);
}

export async function removeRunFile(file: string): Promise<void> {
  await rm(file, { force: true });
}
