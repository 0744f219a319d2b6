/**
 * The layers of the sources, from the bottom up: what a folder has may be imported by its own layer and those above (architecture 6).
 */

/** The imports of the administrators' pages, as `import-lines.ts` writes them. */
export const PAGES_IMPORTS = '.local/layers/admin-pages';

/** For each folder of sources, the folders and files in it, by layer. */
const LAYERS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'provider-scripts/src': [
    ['engine', 'ids.ts', 'session', 'address', 'database', 'errors', 'language', 'limits'],
    ['keycloak', 'request', 'response', 'branding', 'metrics'],
    [
      'client',
      'device',
      'events',
      'email',
      'levels',
      'pages',
      'rate-limit',
      'realm-rules',
      'settings',
      'statistics',
    ],
    [
      'account',
      'address-change',
      'delivery',
      'referral',
      'magic-link',
      'invitation',
      'second-factor',
      'server',
    ],
    ['tabs'],
    ['cross-device', 'first-sign-in', 'new-device', 'passkey', 'provider', 'sign-in', 'step'],
    ['endpoints', 'upkeep'],
    ['filter'],
    ['declarations.ts', 'index.ts'],
  ],
  scripts: [
    ['failure.ts', 'json.ts', 'run-file.ts'],
    ['server', 'demo'],
    ['build', 'start'],
    ['cli', 'check', 'test', 'versions'],
    ['admin'],
    ['conformance'],
    ['seed'],
    ['add-step', 'bench', 'clients', 'oidf', 'realm-file', 'reference'],
    ['release', 'remove', 'screenshots'],
    ['commands', 'compose', 'run.mjs'],
  ],
  'admin-pages/src': [['texts'], ['server'], ['ui'], ['pages'], ['shell'], ['main.tsx', 'silent.ts']],
};

/** A folder of sources with its layers. */
export interface Layered {
  readonly root: string;
  readonly layers: readonly (readonly string[])[];
}

/** All of them. */
export const LAYERED: readonly Layered[] = Object.entries(LAYERS).map(([root, layers]) => ({ root, layers }));

/** dependency-cruiser's rules for a folder: nothing imports from a layer above its own, and everything is in a layer. */
export function layerRules({ root, layers }: Layered) {
  const where = root === 'admin-pages/src' ? PAGES_IMPORTS : root;
  const within = (names: readonly string[]) => `(${names.map(escaped).join('|')})(/|$)`;
  return [
    ...layers.slice(1).map((names, index) => ({
      name: `${root}: layers up to ${index + 1} import nothing from layer ${index + 2}`,
      severity: 'error' as const,
      from: { path: `^${escaped(where)}/${within(layers.slice(0, index + 1).flat())}` },
      to: { path: `^${escaped(where)}/${within(names)}` },
    })),
    {
      name: `${root}: everything is in a layer (scripts/check/layers.ts)`,
      severity: 'error' as const,
      from: { path: `^${escaped(where)}/(?!${within(layers.flat())})` },
      to: {},
    },
  ];
}

function escaped(text: string): string {
  return text.replaceAll('.', '\\.');
}
