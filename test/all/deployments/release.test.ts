/** `npm run release` in a copy of the project that may be released: the artifacts, and that they are reproducible. */
import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { SPDX, Validation } from '@cyclonedx/cyclonedx-library';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { buildPlugin } from '../../../scripts/build/plugin.ts';
import { UNTRACKED_FILES } from '../../../scripts/realm-file/file.ts';
import { SPECIFICATION } from '../../../scripts/release/bill-of-materials.ts';
import { readChangelog } from '../../../scripts/release/changelog.ts';
import { sha256 } from '../../../scripts/release/checksums.ts';
import { RECORD_FILE, readRecord } from '../../../scripts/release/surface-record.ts';
import { type Ran, runProgram } from '../../support/command.ts';
import { readText, textFiles } from '../../support/documents.ts';
import { partPath } from '../../support/part.ts';
import { copyProject, linkPackages } from '../../support/project-copy.ts';

const run = promisify(execFile);
const { version } = manifest;
/** Maven builds the plugin in the copy. */
const BUILD_MILLIS = 900_000;
/** A JAR has thousands of files. */
const LARGEST_LIST = 16 * 1024 * 1024;

const copy = partPath('release', 'copy');
const first = path.join(copy, '.local', 'release', version);
/** Another clone of the copy, and the release that is built there. */
const elsewhere = partPath('release', 'elsewhere', 'clone');
const second = path.join(elsewhere, '.local', 'release', version);
const keyFile = partPath('release', 'key.pem');
const inFirst = (name: string) => readFile(path.join(first, name), 'utf8');

/** The fields of a bill of materials that this reads. */
interface Bill {
  metadata: { component: Component; timestamp: string };
  components: (Component & { licenses?: { license?: { id?: string }; expression?: string }[] })[];
}
interface Component {
  name: string;
  group?: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}
const billOf = async (name: string) => JSON.parse(await inFirst(`${name}.cdx.json`)) as Bill;
const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);

async function git(...args: string[]): Promise<void> {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.com',
    '-c',
    'commit.gpgsign=false',
  ];
  await run('git', [...identity, ...args], { cwd: copy });
}

async function release(
  args: readonly string[],
  environment: Record<string, string> = {},
  cwd = copy,
): Promise<Ran> {
  const program = path.join(cwd, 'scripts', 'commands', 'release.ts');
  return await runProgram(process.execPath, [program, '--no-image', ...args], { cwd, environment });
}

beforeAll(async () => {
  await rm(partPath('release'), { recursive: true, force: true });
  await copyProject(copy);
  // The project as it is when its version is released.
  const [newest] = await readChangelog();
  await writeFile(
    path.join(copy, 'CHANGELOG.md'),
    `# Changelog\n\n## ${version} (2026-11-22)\n\n${newest?.text}\n`,
  );
  await writeFile(path.join(copy, RECORD_FILE), JSON.stringify({ surface: (await readRecord()).surface }));
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message=Release');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
}, BUILD_MILLIS);
afterAll(() => rm(partPath('release'), { recursive: true, force: true }));

describe('npm run release', () => {
  test('builds everything, and the same bytes in another folder', { timeout: BUILD_MILLIS }, async () => {
    const ran = await release([], { LINKGATE_SIGNING_KEY: keyFile });
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(ran.stdout).toContain('omitted: the image: --no-image\n');
    expect(ran.stdout).toContain('-----BEGIN PUBLIC KEY-----');
    expect((await readdir(first)).sort()).toEqual([
      'CHANGES.md',
      'INSTALL.md',
      'LICENCES.txt',
      'SHA256SUMS',
      'SHA256SUMS.sig',
      'compose.yml',
      `linkgate-${version}-javadoc.jar`,
      `linkgate-${version}-sources.jar`,
      `linkgate-${version}-sources.tar.gz`,
      `linkgate-${version}.jar`,
      `linkgate-${version}.jar.cdx.json`,
      `linkgate-${version}.pom`,
      `linkgate-${version}.tgz`,
      `linkgate-${version}.tgz.cdx.json`,
      'linkgate-drop-tables.sql',
      'linkgate-realm.json',
    ]);
    await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: first });

    await run('git', ['clone', '--quiet', copy, elsewhere]);
    await linkPackages(elsewhere);
    const again = await release([], {}, elsewhere);
    expect(again, again.stderr).toMatchObject({ code: 0 });
    expect(again.stdout).toContain('omitted: the signature: ');
    expect(await readFile(path.join(second, 'SHA256SUMS'), 'utf8')).toBe(await inFirst('SHA256SUMS'));
    expect(await readdir(second)).not.toContain('SHA256SUMS.sig');
  });

  test('builds the JAR that is built in another folder, byte for byte', async () => {
    const here = await readFile(await buildPlugin({ log: () => {} }));
    const there = await readFile(path.join(first, `linkgate-${version}.jar`));
    expect(sha256(there)).toBe(sha256(here));
  });

  test('has what Maven Central asks for, and is uploaded by the documented command', async () => {
    const base = `linkgate-${version}`;
    const pom = await inFirst(`${base}.pom`);
    for (const element of ['name', 'description', 'url', 'license', 'developer', 'connection'])
      expect(pom, element).toMatch(new RegExp(`<${element}>\\s*\\S`));
    for (const [kind, file] of [
      ['sources', 'org/linkgate/host/Engine.java'],
      ['javadoc', 'index.html'],
    ] as const)
      expect((await run('jar', ['tf', path.join(first, `${base}-${kind}.jar`)])).stdout).toContain(file);

    // GnuPG's sockets need a short path.
    const GNUPGHOME = await mkdtemp(path.join(tmpdir(), 'linkgate-gpg-'));
    const repository = partPath('release', 'repository');
    const [command = ''] = /^mvn .*\n(?: .*\n)+/m.exec(readText('docs/release.md')) ?? [];
    const here = command
      .replaceAll('1.2.0', version)
      .replace('https://repository.example.com', pathToFileURL(repository).href);
    try {
      const env = { ...process.env, GNUPGHOME };
      const key = ['--quick-generate-key', 'release@example.com'];
      await run('gpg', ['--batch', '--passphrase', '', ...key], { env });
      await run('bash', ['-c', here], { cwd: first, env });
    } finally {
      await rm(GNUPGHOME, { recursive: true, force: true });
    }
    const uploaded = await readdir(path.join(repository, 'org', 'linkgate', 'linkgate', version));
    const files = ['.pom', '.jar', '-sources.jar', '-javadoc.jar'].map((end) => `${base}${end}`);
    for (const file of files)
      expect(uploaded).toEqual(expect.arrayContaining([file, `${file}.asc`, `${file}.md5`, `${file}.sha1`]));
  });

  test('has the sources of the commit, and the documents of the version', async () => {
    const archive = path.join(first, `linkgate-${version}-sources.tar.gz`);
    const { stdout } = await run('tar', ['tzf', archive]);
    const files = stdout.trimEnd().split('\n');
    expect(files.every((file) => file.startsWith(`linkgate-${version}/`))).toBe(true);
    for (const file of ['package.json', 'scripts/commands/release.ts', 'LICENSE', ...UNTRACKED_FILES])
      expect(files).toContain(`linkgate-${version}/${file}`);
    expect(await inFirst('CHANGES.md')).toMatch(new RegExp(`^# Linkgate ${version} \\(2026-11-22\\)\n\n\\S`));
    for (const file of ['INSTALL.md', 'compose.yml']) {
      expect(await inFirst(file)).not.toContain('VERSION');
      expect(await inFirst(file)).toContain(version);
    }
  });

  test('lists every obstacle to a release, and still builds a preview', async () => {
    const folder = partPath('release', 'preview');
    const changelog = path.join(copy, 'CHANGELOG.md');
    const before = await readFile(changelog, 'utf8');
    await writeFile(changelog, before.replace(/^## .*$/m, '## Unreleased'));
    await writeFile(path.join(copy, 'new-file.txt'), '');
    const realm = path.join(copy, 'realm-config', 'import', 'linkgate-realm.json');
    await writeFile(realm, '{}');
    try {
      const rejected = await release(['--output', folder]);
      expect(rejected).toMatchObject({ code: 1, stdout: '' });
      expect(rejected.stderr).toContain(`${version} can't be released`);
      expect(rejected.stderr).toMatch(/^not committed: .*CHANGELOG\.md.*new-file\.txt$/m);
      expect(rejected.stderr).toContain(
        `its newest section is "Unreleased", and must be "${version} (YYYY-MM-DD)"`,
      );
      expect(rejected.stderr).toContain('linkgate-realm.json: differs from realm-config/');
      await expect(readdir(folder)).rejects.toThrow('ENOENT');

      const ran = await release(['--preview', '--output', folder]);
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
      const files = await readdir(folder);
      expect(files.filter((file) => /\d\.jar$|changed\.jar$/.test(file))).toEqual([
        expect.stringMatching(new RegExp(`^linkgate-${version}-preview\\.g[0-9a-f]{10}\\.changed\\.jar$`)),
      ]);
      expect(await readFile(path.join(folder, 'CHANGES.md'), 'utf8')).toMatch(
        new RegExp(`^# Linkgate ${version}-preview\\.\\S+: not released\n`),
      );
    } finally {
      await git('checkout', '--quiet', '.');
      await rm(path.join(copy, 'new-file.txt'));
    }
  });

  test('doesn’t empty a folder that isn’t a release', async () => {
    const ran = await release(['--preview', '--output', path.join(copy, 'scripts')]);
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    expect(ran.stderr).toContain("scripts: isn't empty and isn't a release");
    expect((await readdir(path.join(copy, 'scripts'))).length).toBeGreaterThan(5);
  });
});

describe('what is shipped', () => {
  const bills = [
    ['jar', 'pkg:maven/org.linkgate/linkgate'],
    ['tgz', 'pkg:npm/linkgate'],
  ] as const;

  test.each(bills)('has a bill of materials that is valid CycloneDX: %s', async (kind, purl) => {
    const name = `linkgate-${version}.${kind}`;
    const text = await inFirst(`${name}.cdx.json`);
    const validator = new Validation.JsonStrictValidator(SPECIFICATION.version);
    expect(await validator.validate(text)).toBeNull();
    const { metadata, components } = await billOf(name);
    expect(metadata.component.purl).toBe(`${purl}@${version}`);
    const content = sha256(await readFile(path.join(first, name)));
    expect(metadata.component.hashes).toEqual([{ alg: 'SHA-256', content }]);
    expect(components.length).toBeGreaterThan(4);
    const withoutVersion = validator.validate(text.replace('"specVersion"', '"specification"'));
    expect(await withoutVersion).not.toBeNull();
  });

  test.each(bills)('has a licence for every part, with its text: %s', async (kind) => {
    const sections = (await inFirst('LICENCES.txt')).split(/^=+\n(?=\S+ \S+: .+\n=+\n)/m);
    const { components } = await billOf(`linkgate-${version}.${kind}`);
    for (const { group, name, version: own, purl, licenses } of components) {
      const [{ license, expression } = {}] = licenses ?? [];
      const id = license?.id ?? expression ?? '';
      expect(SPDX.isSupportedSpdxId(id) || /^\(?[\w.-]+( (OR|AND) [\w.-]+)+\)?$/.test(id), purl).toBe(true);
      const title = `${[group, name].filter(Boolean).join(purl.startsWith('pkg:npm') ? '/' : ':')} ${own}: ${id}`;
      const text = sections.find((section) => section.startsWith(`${title}\n`)) ?? '';
      expect(text.length, title).toBeGreaterThan(500);
      expect(text, title).toMatch(/licen[cs]e|permission/i);
    }
  });

  test('has a bill for each package that the sources import', async () => {
    const sources = textFiles().filter(({ name }) => /^(provider-scripts|admin-pages)\/src\//.test(name));
    const imported = sources.flatMap(({ text }) =>
      [...text.matchAll(/^import (?!type )[^;]*?from '([^.'][^']*)'/gm)].map(
        ([, from = '']) => /^(@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? '',
      ),
    );
    const packages = new Set(imported.filter((name) => name !== 'keycloak'));
    expect(packages.size).toBeGreaterThan(2);
    const { components } = await billOf(`linkgate-${version}.jar`);
    expect(components.map(nameOf)).toEqual(expect.arrayContaining(['org.mozilla/rhino', ...packages]));
  });

  test('is in the JAR only next to its parts, with their licences', async () => {
    const jar = path.join(first, `linkgate-${version}.jar`);
    const { stdout } = await run('jar', ['tf', jar], { maxBuffer: LARGEST_LIST });
    const classes = stdout.split('\n').filter((file) => file.endsWith('.class'));
    const places = new Set(classes.map((file) => file.split('/').slice(0, 3).join('/')));
    expect([...places].sort()).toEqual(['org/linkgate/host', 'org/linkgate/rhino', 'org/linkgate/script']);
    await run('jar', ['xf', jar, 'META-INF/linkgate-licences.txt'], { cwd: second });
    const inside = await readFile(path.join(second, 'META-INF', 'linkgate-licences.txt'), 'utf8');
    const { components } = await billOf(`linkgate-${version}.jar`);
    for (const { name, version: own } of components) expect(inside).toContain(`${name} ${own}: `);
  });
});
