/** An application made with Spring Boot and Spring Security, which Maven compiles once. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { javaTool } from '../../../../scripts/bench/load/process.ts';
import { quickMaven, SHORT_LIVED_OPTIONS } from '../../../../scripts/server/environment.ts';
import { generatedOnce } from '../../../support/generated-once.ts';
import { startProgram } from '../../../support/relying-party/program.ts';
import type { RelyingParty } from '../../../support/relying-party/relying-party.ts';

const run = promisify(execFile);

const SOURCES = ['pom.xml', 'Application.java'].map((name) => path.join(import.meta.dirname, name));
/** The versions of the plugin's own build. */
const GOALS = [
  'org.apache.maven.plugins:maven-compiler-plugin:3.13.0:compile',
  'org.apache.maven.plugins:maven-dependency-plugin:3.9.0:build-classpath',
];
const CLASS_PATH = 'class-path';
const MAIN = 'relyingparty.Application';
const REGISTRATION = 'linkgate';
/** Longer than any test's users stay signed in. */
const SESSION_TIMEOUT = '60d';

async function build(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of SOURCES) await cp(file, path.join(folder, path.basename(file)));
  const args = ['--batch-mode', '--quiet', ...GOALS, `-Dmdep.outputFile=${CLASS_PATH}`];
  await run('mvn', args, { cwd: folder, env: quickMaven() });
}

const built = () => generatedOnce('spring-security', SOURCES, build);

export const springSecurity: RelyingParty = {
  name: 'Spring Security',
  needs: 'mvn',
  callback: `/login/oauth2/code/${REGISTRATION}`,
  backChannel: `/logout/connect/back-channel/${REGISTRATION}`,
  // As the project itself does.
  isHere: async () => true,
  install: async () => {
    await built();
  },
  start: async ({ issuer, client, url, env = {} }) => {
    const folder = await built();
    const libraries = (await readFile(path.join(folder, CLASS_PATH), 'utf8')).trim();
    const registration = {
      'client-id': client.client_id,
      'client-secret': client.client_secret,
      scope: 'openid,email',
    };
    const oauth2 = {
      registration: { [REGISTRATION]: registration },
      provider: { [REGISTRATION]: { 'issuer-uri': issuer } },
    };
    return await startProgram({
      command: javaTool('java'),
      args: [
        ...SHORT_LIVED_OPTIONS,
        '-Xmx128m',
        '-cp',
        [path.join(folder, 'target', 'classes'), libraries].join(path.delimiter),
        MAIN,
      ],
      env: {
        ...env,
        SPRING_APPLICATION_JSON: JSON.stringify({
          server: {
            address: '127.0.0.1',
            port: new URL(url).port,
            servlet: { session: { timeout: SESSION_TIMEOUT } },
          },
          spring: { security: { oauth2: { client: oauth2 } } },
        }),
      },
      url,
      name: 'spring-security',
    });
  },
  // Its own page requires a confirmation first.
  signOut: async (agent, url) => await agent.submit(await agent.open(`${url}/logout`), {}),
};
