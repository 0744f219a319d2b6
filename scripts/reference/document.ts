/** The reference (docs/reference.md): every fixed table in the code that users, applications and operators rely on. */

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DECLARATIONS } from '../../provider-scripts/src/declarations.ts';
import { discoveryDocument } from '../../provider-scripts/src/endpoints/keycloak/oauth/discovery.ts';
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
import type { CatalogueEntry } from '../../provider-scripts/src/platform/errors/catalogue/entry.ts';
import { CATALOGUE } from '../../provider-scripts/src/platform/errors/catalogue/index.ts';
import {
  isSettable,
  LIMIT_NAMES,
  LIMITS,
  type LimitName,
  type LimitValue,
} from '../../provider-scripts/src/platform/limits/limits.ts';
import { STEP_SETTINGS } from '../../provider-scripts/src/realm/flow/declared.ts';
import { LIMIT_SETTINGS, SETTINGS, type Setting } from '../../provider-scripts/src/realm/settings/table.ts';
import { textOf } from '../../provider-scripts/src/realm/settings/words.ts';
import { ROOT } from '../build/root.ts';
import { EXIT_CODES } from '../cli/exit-code.ts';
import { code, codes, markdownTable } from '../cli/markdown.ts';
import { Failure } from '../failure.ts';
import { writeAtomically } from '../server/atomic-write.ts';
import { ADMIN_EVENTS, ERROR_CAUSES, LIMIT_COUNTS, NEEDS, STATUS_MEANINGS } from './descriptions.ts';
import { sizes } from './sizes.ts';
import { memberComments, unionMembers } from './sources.ts';

/** Below the project's folder. */
export const REFERENCE_FILE = 'docs/reference.md';

const FILE_MODE = 0o644;
const INTRODUCTION = `# Reference

Generated from the code by \`node scripts/run.mjs reference.ts\`. What these names promise is in
[the contract](contract.md); names don't change ([contract, section 9](contract.md#9-what-stays-the-same)).`;

/** An operation of the OpenAPI document. */
interface Operation {
  readonly summary: string;
  /** The caller needs one role of each list. */
  readonly 'x-roles': readonly (readonly string[])[];
}

/** The document as the sources are now. */
async function referenceText(): Promise<string> {
  const sections = [
    INTRODUCTION,
    discovery(),
    settings(),
    attributes(),
    rates(),
    section('Sizes and times', markdownTable(['what', 'limit'], await sizes())),
    errors(),
    statuses(),
    await userEvents(),
    await adminEvents(),
    meters(),
    await adminApi(),
    section(
      'Exit codes',
      'Of each subcommand of `linkgate`. One that can change something takes `--apply`; a run without it changes nothing, and its last line says so.',
      markdownTable(
        ['exit code', 'meaning'],
        EXIT_CODES.map(([number, meaning]) => [String(number), meaning]),
      ),
    ),
  ];
  return `${sections.join('\n\n')}\n`;
}

/** Writes the document. */
export async function writeReference(): Promise<void> {
  writeAtomically(path.join(ROOT, REFERENCE_FILE), await referenceText(), FILE_MODE);
}

/** Whether the document is what the sources declare. */
export async function isReferenceCurrent(): Promise<boolean> {
  return (await readFile(path.join(ROOT, REFERENCE_FILE), 'utf8')) === (await referenceText());
}

function section(heading: string, ...parts: readonly string[]): string {
  return [`## ${heading}`, ...parts].join('\n\n');
}

function discovery(): string {
  const fields = Object.entries(discoveryDocument('{base_url}'));
  return section(
    'Discovery document',
    markdownTable(
      ['field', 'value'],
      fields.map(([name, value]) => [code(name), codes([value].flat().map(String))]),
    ),
  );
}

function settings(): string {
  return section(
    'Settings of the sign-in step',
    'In the admin console: _Authentication_, the flow, the settings of the step: _Linkgate: magic link_ in a Linkgate realm, _Linkgate: magic link step_ in a stock realm. In a realm file: `signIn`. A client attribute overrides the setting for one client.',
    settingsTable(SETTINGS.step),
    "Keycloak's own, which every step has:",
    markdownTable(
      ['setting', 'effect'],
      STEP_SETTINGS.filter(({ name }) => !SETTINGS.step.some((one) => one.name === name)).map(
        ({ name, helpText }) => [code(name), helpText],
      ),
    ),
  );
}

function attributes(): string {
  const limits = Object.values<Setting>(LIMIT_SETTINGS);
  return section(
    'Attributes of realms',
    'Besides the limits, which are in the table below.',
    settingsTable(SETTINGS.realm.filter((one) => !limits.includes(one))),
    '## Attributes of clients',
    settingsTable(SETTINGS.client),
    '## Attributes of client scopes',
    settingsTable(SETTINGS.scope),
  );
}

const REALMS = { linkgate: 'Linkgate', stock: 'stock' } as const;

function settingsTable(all: readonly Setting[]): string {
  return markdownTable(
    ['setting', 'values', 'default', 'if malformed', 'realms', 'effect'],
    all.map((setting) => {
      const { name, kind, absent, malformed, realms, needs = [], writer, inherits } = setting;
      return [
        code(name),
        kind.values,
        inherits ? "the step's" : absent === '' ? 'none' : code(absent),
        malformed === undefined ? 'as the default' : code(malformed),
        realms === undefined ? 'all' : REALMS[realms],
        [
          textOf(setting).text,
          ...(needs.length === 0 ? [] : [`Needs ${needs.map((need) => NEEDS[need]).join('; ')}.`]),
          ...(writer === undefined
            ? []
            : [`Written by ${writer === 'linkgate' ? 'Linkgate' : code(writer)}.`]),
        ].join(' '),
      ];
    }),
  );
}

function rates(): string {
  const text = ({ count, seconds }: LimitValue) => code(`${count}/${seconds}`);
  return section(
    'Limits',
    '`count/seconds`: at most that many requests in any span of that many seconds. A limit without an attribute is fixed.',
    markdownTable(
      ['limit', 'realm attribute', 'default', 'max', 'counts', 'counted'],
      LIMIT_NAMES.map((name) => {
        const [attribute, rate, max] = isSettable(name)
          ? [code(LIMIT_SETTINGS[name].name), text(LIMITS[name].fallback), text(LIMITS[name].max)]
          : ['', text((LIMITS[name] as { value: LimitValue }).value), ''];
        return [code(name), attribute, rate, max, LIMIT_COUNTS[name], exactness(name)];
      }),
    ),
  );
}

function exactness(name: LimitName): string {
  const isInMemory = 'counted' in LIMITS[name] && LIMITS[name].counted === 'memory';
  if (isInMemory && !isSettable(name)) return 'on each node';
  return isInMemory ? 'on all nodes within 1 s' : 'exactly';
}

/** The errors that say more than their code. */
function catalogued(): readonly CatalogueEntry[] {
  return Object.values(CATALOGUE);
}

function errors(): string {
  const others = (name: ErrorCode) => [
    ...new Set(
      catalogued()
        .filter((entry) => (entry.code ?? 'ValidationError') === name)
        .flatMap(({ status }) => status ?? []),
    ),
  ];
  return section(
    'Error codes',
    'By redirect, and from Keycloak, there is also `interaction_required`; `access_denied` is sent by redirect only.',
    markdownTable(
      ['code', 'status', 'also with', 'cause'],
      (Object.keys(ERROR_CODES) as ErrorCode[]).map((name) => [
        code(wireCode(name)),
        String(ERROR_CODES[name].status),
        others(name).sort().join(', '),
        ERROR_CAUSES[name],
      ]),
    ),
  );
}

function statuses(): string {
  const all = new Set([
    ...Object.values(ERROR_CODES).map(({ status }) => status),
    ...catalogued().flatMap(({ status }) => status ?? []),
    ...Object.values(DECLARATIONS.responses).map(({ status }) => status),
  ]);
  return section(
    'Statuses of errors',
    markdownTable(
      ['status', 'meaning'],
      [...all].sort().map((status) => [String(status), described(STATUS_MEANINGS[status], status)]),
    ),
  );
}

async function userEvents(): Promise<string> {
  const comments = await memberComments('observability/events/user-events.ts');
  return section(
    'User events',
    "Keycloak's user events with the name in the detail `linkgate`; one that reports an error has the type with `_ERROR`, and its reason in the detail `reason`. Sign-in and sign-out are Keycloak's `LOGIN` and `LOGOUT`.",
    markdownTable(
      ['event', 'type', 'when'],
      Object.entries(USER_EVENTS).map(([name, type]) => [
        ...[code(name), code(type), described(comments.get(name), name)],
      ]),
    ),
  );
}

async function adminEvents(): Promise<string> {
  const types = await unionMembers('observability/events/admin-event.ts', 'AdminEventResource');
  return section(
    'Admin events',
    markdownTable(
      ['resource type', 'about'],
      types.map((type) => [code(type), described(ADMIN_EVENTS[type], type)]),
    ),
  );
}

function meters(): string {
  const labelled = ({ label }: Pick<Meter, 'label'>) => {
    if (label === undefined) return '';
    const values =
      label.values === LIMIT_NAMES
        ? '[each limit](#limits)'
        : label.values === TABLE_NAMES
          ? '`LINKGATE_…`'
          : codes(label.values);
    return `${code(label.name)}: ${values}`;
  };
  const prometheus = (name: string) => name.replaceAll('.', '_');
  return section(
    'Meters',
    "At `/metrics`, if Keycloak's metrics are on.",
    markdownTable(
      ['meter', 'description', 'label'],
      [
        ...Object.values(METERS).map((meter: Meter) => [
          ...[code(`${prometheus(meter.name)}_total`), meter.description, labelled(meter)],
        ]),
        ...Object.values(HISTOGRAMS).map(({ name, description }) => [
          ...[code(`${prometheus(name)}_seconds`), `histogram: ${description}`, ''],
        ]),
        ...Object.values(GAUGES).map((gauge: Pick<Meter, 'name' | 'description' | 'label'>) => [
          ...[code(prometheus(gauge.name)), `gauge: ${gauge.description}`, labelled(gauge)],
        ]),
      ],
    ),
  );
}

async function adminApi(): Promise<string> {
  const { paths } = JSON.parse(await readFile(path.join(ROOT, 'docs', 'admin-api.json'), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const operations = Object.entries(paths).flatMap(([place, methods]) =>
    Object.entries(methods).flatMap(([method, { summary, 'x-roles': roles }]) =>
      roles === undefined ? [] : [[code(`${method.toUpperCase()} ${place}`), summary, rolesText(roles)]],
    ),
  );
  return section(
    'Operations of the admin API',
    'Below `/admin/realms/{realm}/linkgate`. Fields, statuses and ids of rejections are in [admin-api.json](admin-api.json). Where a `view-…` role is enough, the `manage-…` role is as well.',
    markdownTable(['operation', 'summary', 'roles'], operations),
  );
}

/** The sufficient roles; a role to manage implies the role to view. */
function rolesText(groups: readonly (readonly string[])[]): string {
  return groups
    .map((roles) =>
      roles
        .filter((role) => !role.startsWith('manage-') || !roles.includes(role.replace('manage-', 'view-')))
        .map(code)
        .join(' or '),
    )
    .join(', and ');
}

/** @throws Failure if there is no text */
function described(text: string | undefined, name: string | number): string {
  if (text === undefined) throw new Failure(`${REFERENCE_FILE}: nothing describes ${name}`);
  return text;
}
