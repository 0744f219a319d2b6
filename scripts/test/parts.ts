/** The parts of `npm run test:all`: the command of each, and its requirements besides those of `npm test`. */

/** A part of the tests. */
export interface Part {
  name: string;
  /** What it proves, for docs/proof.md. */
  proves: string;
  /** Its additional requirements on the machine; undefined if `npm test` has the same. */
  needs?: string;
  /** A file in `scripts/commands` and its arguments. */
  command: readonly [file: string, ...args: string[]];
}

/** The folders of `test/all` that `test-part.ts` runs. */
const FOLDERS = [
  'model',
  'commands',
  'steps',
  'browsers',
  'clients',
  'nodes',
  'deployments',
  'containers',
] as const;
type Folder = (typeof FOLDERS)[number];

export function isFolder(name: string): name is Folder {
  return (FOLDERS as readonly string[]).includes(name);
}

const inFolder = (name: Folder) => ['test-part.ts', name] as const;

/** In the order in which they run: parts that fail sooner come first. */
export const PARTS: readonly Part[] = [
  { name: 'check', proves: 'format, lint, types, layers, dead code', command: ['check.ts'] },
  { name: 'test', proves: 'what every change is tested by (`npm test`)', command: ['test.ts'] },
  {
    name: 'model',
    proves: 'a formal model of links, and that runs replay in it',
    command: inFolder('model'),
  },
  {
    name: 'commands',
    proves: 'commands for administrators where realms, rights or servers are unusual',
    command: inFolder('commands'),
  },
  {
    name: 'steps',
    proves: 'the step for links in any realm, in each place of a flow where it may stand',
    command: inFolder('steps'),
  },
  {
    name: 'browsers',
    proves: 'every page in every look; mail scanners; links requested and opened in different places',
    needs: 'Chromium',
    command: inFolder('browsers'),
  },
  {
    name: 'nodes',
    proves: 'nodes on PostgreSQL while parts of them fail, restart, are updated, or are large',
    needs: 'libfaketime',
    command: inFolder('nodes'),
  },
  {
    name: 'deployments',
    proves: 'servers as operators set them up, and the files for Kubernetes and Prometheus',
    needs: 'nginx, openssl, GnuPG, Python 3',
    command: inFolder('deployments'),
  },
  {
    name: 'clients',
    proves: 'applications made with other projects’ libraries',
    needs:
      'Go, Python 3, Apache with mod_auth_openidc, libfaketime, Android’s Maven repository (LINKGATE_ANDROID_MAVEN)',
    command: inFolder('clients'),
  },
  {
    name: 'containers',
    proves: 'the image, `docker-compose.yml` and the image of a release',
    needs: 'Docker with Compose',
    command: inFolder('containers'),
  },
  {
    name: 'versions',
    proves: 'every integration test on each version of Keycloak',
    command: ['test-versions.ts', '--write'],
  },
  {
    name: 'oidf',
    proves: 'the plans of the OpenID Foundation’s suite',
    needs: 'the suite (LINKGATE_OIDF_SUITE), nginx',
    command: ['oidf.ts'],
  },
  { name: 'soak', proves: 'ten minutes of sign-ins on two nodes', command: ['soak.ts'] },
  {
    name: 'faults',
    proves: 'fifty rounds of faults on three nodes',
    needs: 'libfaketime',
    command: ['soak.ts', '--faults', '50'],
  },
  {
    name: 'more-faults',
    proves: 'fifty more, with other seeds',
    needs: 'libfaketime',
    command: ['soak.ts', '--faults', '50', '--seed', '51'],
  },
  { name: 'bounds', proves: 'the bounds of a node under each kind of load', command: ['bounds.ts'] },
];
