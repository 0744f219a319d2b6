/**
 * The layers of the sources, from the bottom up: what a folder has may be imported by itself and by what stands above it (architecture 6).
 */

/** The wings of the plugin's sources, each with its rooms; `.` stands for the files of the wing itself. */
export const WINGS: Readonly<Record<string, readonly string[]>> = {
  platform: ['engine', 'errors', 'limits', 'session', 'database', 'keycloak'],
  observability: ['events', 'metrics', 'statistics'],
  realm: [
    'language',
    'settings',
    'levels',
    'branding',
    'flow',
    'limits',
    'sign-up-rules',
    'shield',
    'realm-rules',
  ],
  http: ['response', 'request', 'pages'],
  clients: ['.', 'document', 'logout'],
  accounts: ['address', 'device', '.'],
  email: ['api', 'feedback', '.', 'delivery', 'check'],
  links: ['batch', 'invitation', 'referral', 'address-change', 'magic-link'],
  'sign-in': [
    'second-factor',
    'tabs',
    'cross-device',
    'new-device',
    'passkey',
    'provider',
    'prompt',
    'linkgate-realm',
    'step',
    'first-sign-in',
  ],
  endpoints: [
    'account-page',
    'admin',
    'admin-pages',
    'email-events',
    'invitation',
    'keycloak',
    'logos',
    'new-device',
    'request-magic-link',
    'server',
    'session',
    'sign-in-state',
    'upkeep',
    'verify-email',
    'filter',
  ],
};

/** A folder of sources with its layers; each layer is a list of folders and files, of which none imports another in a circle. */
export interface Layered {
  readonly root: string;
  readonly layers: readonly (readonly string[])[];
}

const TOP: Layered = {
  root: 'provider-scripts/src',
  layers: [...Object.keys(WINGS).map((wing) => [wing]), ['declarations.ts', 'index.ts']],
};

/** The folders that architecture 6 shows. */
export const LAYERED: readonly Layered[] = [
  TOP,
  {
    root: 'scripts',
    layers: [
      ['failure.ts', 'json.ts', 'run-file.ts'],
      ['server', 'demo'],
      ['build', 'start'],
      ['cli', 'check', 'test', 'versions'],
      ['admin'],
      ['conformance'],
      ['seed'],
      [
        'add-step',
        'bench',
        'clients',
        'import',
        'invitations',
        'links',
        'oidf',
        'realm-file',
        'reference',
        'settings',
      ],
      ['face', 'release', 'remove', 'screenshots'],
      ['commands', 'compose', 'run.mjs'],
    ],
  },
  {
    root: 'admin-pages/src',
    layers: [['texts'], ['server'], ['ui'], ['pages'], ['shell'], ['main.tsx', 'silent.ts']],
  },
];

/** The rooms of each wing, in their order. */
const ROOMS: readonly Layered[] = Object.entries(WINGS).map(([wing, rooms]) => ({
  root: `${TOP.root}/${wing}`,
  layers: rooms.map((room) => [room]),
}));

/** For each file of the project, the files that it imports; relative to the project, types included. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns what breaks the rules: a file in no layer, an import of a higher layer, a circle of files or, within a layer, of folders. */
export function violations(imports: Imports): string[] {
  const layered = [...LAYERED, ...ROOMS];
  return [
    ...layered.flatMap((one) => inNoLayer(one, imports)),
    ...layered.flatMap((one) => upward(one, imports)),
    ...circles(imports).map((files) => `circle of files: ${files.join(' → ')}`),
    ...LAYERED.flatMap((one) =>
      circles(betweenParts(one, imports)).map(
        (parts) => `circle of folders: ${one.root}: ${parts.join(' → ')}`,
      ),
    ),
  ];
}

function inNoLayer(one: Layered, imports: Imports): string[] {
  const outside = [...imports.keys()].filter((file) => layerOf(one, file) === -1);
  return outside.map((file) => `in no layer (scripts/check/layers.ts): ${file}`);
}

function upward(one: Layered, imports: Imports): string[] {
  const found: string[] = [];
  for (const [file, imported] of imports) {
    const own = layerOf(one, file);
    const higher = own === null ? [] : imported.filter((other) => (layerOf(one, other) ?? -1) > own);
    found.push(...higher.map((other) => `imports a higher layer: ${file} → ${other}`));
  }
  return found;
}

/** The index of a file's layer; -1 for none, null for a file that isn't in the folder. */
function layerOf({ root, layers }: Layered, file: string): number | null {
  const part = partOf(root, file);
  if (part === null) return null;
  return layers.findIndex((names) => names.includes(part) || (names.includes('.') && /\.tsx?$/.test(part)));
}

/** The folder or file directly in `root` in which a file is; null for a file elsewhere. */
function partOf(root: string, file: string): string | null {
  return file.startsWith(`${root}/`) ? (file.slice(root.length + 1).split('/')[0] as string) : null;
}

/** The folders that a folder imports from in its own layer. */
function betweenParts({ root, layers }: Layered, imports: Imports): Imports {
  const parts = new Map<string, string[]>();
  for (const [file, imported] of imports) {
    const part = partOf(root, file);
    if (part === null) continue;
    const others = imported.flatMap((other) => partOf(root, other) ?? []);
    const beside = others.filter((other) => other !== part && isSameLayer(layers, part, other));
    parts.set(part, [...(parts.get(part) ?? []), ...beside]);
  }
  return parts;
}

function isSameLayer(layers: Layered['layers'], one: string, other: string): boolean {
  return layers.some((names) => names.includes(one) && names.includes(other));
}

/** The circles that a walk from each file finds; each begins and ends with the same one. */
function circles(imports: Imports): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, above: readonly string[]): void => {
    if (above.includes(file)) found.push([...above.slice(above.indexOf(file)), file]);
    if (done.has(file) || above.includes(file)) return;
    for (const imported of imports.get(file) ?? []) walk(imported, [...above, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return found;
}
