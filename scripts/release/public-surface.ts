/**
 * The public names, collected from their declarations in the code: users of Linkgate may rely on them, and removing one requires
 * a new major version (docs/release.md).
 */

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { USER_EVENTS } from '../../provider-scripts/src/observability/events/user-events.ts';
import {
  GAUGES,
  HISTOGRAMS,
  METERS,
  type Meter,
} from '../../provider-scripts/src/observability/metrics/meters.ts';
import { TABLE_NAMES } from '../../provider-scripts/src/platform/database/table-names.ts';
import {
  ERROR_CODES,
  type ErrorCode,
  wireCode,
} from '../../provider-scripts/src/platform/errors/catalogue/codes.ts';
import {
  ADMIN_PAGES_CLIENT,
  LINKS_ROLE,
  LONG_LINKS_ROLE,
} from '../../provider-scripts/src/platform/keycloak/resources.ts';
import { STEP_SETTINGS } from '../../provider-scripts/src/realm/flow/declared.ts';
import { SETTINGS } from '../../provider-scripts/src/realm/settings/table.ts';
import { ROOT } from '../build/root.ts';
import { CHANGE_OPTIONS, REALM_OPTIONS } from '../cli/arguments.ts';

/** Names by kind, sorted. */
export type Surface = Readonly<Record<string, readonly string[]>>;

const THEME = path.join('theme', 'theme', 'linkgate');
/** What Keycloak adds to every theme. */
const STEP = path.join('theme', 'theme-resources');
const COMMANDS = 'scripts/commands';
const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** The public surface that the sources declare. */
export async function publicSurface(): Promise<Surface> {
  const changes = await namesIn(
    'provider-scripts/host/src/main/resources/META-INF/linkgate-changelog.xml',
    /<changeSet id="([^"]+)"/g,
  );
  return sorted({
    paths: [...realmPaths(), ...(await adminPaths())],
    providers: DECLARATIONS.providers.map(({ kind, id }) => `${kind} ${id}`),
    attributes: [
      ...new Set([...SETTINGS.realm, ...SETTINGS.client, ...SETTINGS.scope].map(({ name }) => name)),
    ],
    settings: STEP_SETTINGS.flatMap(({ name, options = [] }) => [
      name,
      ...options.map((option) => `${name}=${option}`),
    ]),
    'clients and roles': [ADMIN_PAGES_CLIENT, LINKS_ROLE, LONG_LINKS_ROLE],
    errors: (Object.keys(ERROR_CODES) as ErrorCode[]).map(wireCode),
    events: Object.keys(USER_EVENTS),
    'admin events': await namesIn(
      'provider-scripts/src/observability/events/admin-event.ts',
      /'(LINKGATE_[A-Z_]+)'/g,
    ),
    meters: [
      ...Object.values(METERS).flatMap((meter) => metersOf(meter)),
      ...Object.values(HISTOGRAMS).map(({ name }) => `${name.replaceAll('.', '_')}_seconds`),
      ...Object.values(GAUGES).map(({ name }) => name.replaceAll('.', '_')),
    ],
    pages: await filesIn(path.join(THEME, 'login')),
    emails: await filesIn(path.join(THEME, 'email', 'html'), path.join(THEME, 'email', 'text')),
    'pages and emails of the step': await filesIn(
      path.join(STEP, 'templates'),
      path.join(STEP, 'templates', 'html'),
    ),
    'texts of pages': await keysIn(path.join(THEME, 'login')),
    'texts of emails': await keysIn(path.join(THEME, 'email')),
    'texts of the step': await keysIn(STEP),
    tables: TABLE_NAMES,
    'changes of tables': changes,
    commands: await commands(),
  });
}

/** Each name prefixed with its kind, as in a list of changes. */
export function itemsOf(surface: Surface): string[] {
  return Object.entries(surface).flatMap(([kind, names]) => names.map((name) => `${kind}: ${name}`));
}

/** An item's name without its kind. */
export function nameOf(item: string): string {
  return item.slice(item.indexOf(': ') + 2);
}

/** The endpoints below a realm's URL. */
function realmPaths(): string[] {
  return DECLARATIONS.providers.flatMap((provider) => {
    if ('alias' in provider) return [`/.well-known/${provider.alias}`];
    return provider.kind === 'realm-resource' ? [`/${provider.id}`] : [];
  });
}

/** The operations of the admin API, below a realm's URL. */
async function adminPaths(): Promise<string[]> {
  const { paths } = JSON.parse(await readFile(path.join(ROOT, 'docs', 'admin-api.json'), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  return Object.entries(paths).flatMap(([endpoint, operations]) =>
    HTTP_METHODS.filter((method) => method in operations).map(
      (method) => `${method.toUpperCase()} /admin/…/linkgate${endpoint === '/' ? '' : endpoint}`,
    ),
  );
}

/** The commands of the npm package, with each option that their help names. */
async function commands(): Promise<string[]> {
  const names = await namesIn(`${COMMANDS}/linkgate.ts`, /import\('\.\/([a-z-]+)\.ts'\)/g);
  const options = await Promise.all(
    names.map(async (name) => {
      const file = `${COMMANDS}/${name}.ts`;
      const [help = ''] = await namesIn(file, /^const HELP = `([^`]*)`;$/gm);
      const [changes] = await namesIn(file, /(CHANGE_OPTIONS)/g);
      const common = Object.keys(changes === undefined ? REALM_OPTIONS : CHANGE_OPTIONS);
      const own = [...help.matchAll(/--[a-z][a-z-]*/g)].map(([option]) => option);
      const all = new Set([...own, ...common.map((option) => `--${option}`)]);
      return [...all].map((option) => `linkgate ${name} ${option}`);
    }),
  );
  return [...names.map((name) => `linkgate ${name}`), ...options.flat()];
}

/** A meter's name in Prometheus, with each value of its label. */
function metersOf({ name, label }: Meter): string[] {
  const exported = `${name.replaceAll('.', '_')}_total`;
  return [exported, ...(label?.values ?? []).map((value) => `${exported}{${label?.name}="${value}"}`)];
}

/** The keys of the default language's texts; a test compares the other languages. */
async function keysIn(folder: string): Promise<string[]> {
  return await namesIn(path.join(folder, 'messages', 'messages_en.properties'), /^([^#=\s]+)=/gm);
}

async function namesIn(file: string, pattern: RegExp): Promise<string[]> {
  const text = await readFile(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

/** Templates that a custom theme may override; the same names occur in two folders. */
async function filesIn(...folders: string[]): Promise<string[]> {
  const names = await Promise.all(folders.map((folder) => readdir(path.join(ROOT, folder))));
  return names.flat().filter((name) => name.endsWith('.ftl'));
}

function sorted(surface: Surface): Surface {
  return Object.fromEntries(
    Object.entries(surface).map(([kind, names]) => [kind, [...new Set(names)].sort()]),
  );
}
