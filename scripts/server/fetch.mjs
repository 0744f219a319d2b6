/**
 * Fetches an artifact by Maven, and nothing else: Maven's plugin for that brings all that it depends on. Plain JavaScript, since
 * `run.mjs` starts what uses it before there is another Node.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const MAVEN = 'mvn';
const SOURCES = fileURLToPath(new URL('./maven', import.meta.url));
/** Without the C2 compiler Java finishes such short work sooner. */
const QUICK_JAVA = '-XX:TieredStopAtLevel=1';
/** SHA-256 by file name: what was reviewed when a version was adopted, whatever a mirror delivers later. */
const CHECKSUMS = JSON.parse(fs.readFileSync(new URL('./checksums.json', import.meta.url), 'utf8'));

/** Resolves to what the program prints. */
function outputOf(program, args) {
  return new Promise((resolve, reject) => {
    execFile(program, args, (error, stdout, stderr) => {
      if (error) reject(new Error(stderr.trim().split('\n')[0] || error.message));
      else resolve(stdout);
    });
  });
}

/** Compiles the part of Maven that fetches, for the Maven that is installed. Resolves to the folder of it. */
async function extension(folder) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Maven colours its output.
  const version = (await outputOf(MAVEN, ['--version'])).replace(/\x1b\[[\d;]*m/g, '');
  const [, home] = /^Maven home: (.+)$/m.exec(version) || [];
  if (home === undefined) throw new Error('mvn --version names no Maven home');
  const described = join(folder, 'META-INF', 'plexus');
  fs.mkdirSync(described, { recursive: true });
  fs.copyFileSync(join(SOURCES, 'components.xml'), join(described, 'components.xml'));
  const javac = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'javac') : 'javac';
  await outputOf(javac, [
    ...[`-J${QUICK_JAVA}`, '-proc:none', '-nowarn', '--release', '17', '-d', folder],
    ...['-cp', join(home.trim(), 'lib', '*'), join(SOURCES, 'Fetch.java')],
  ]);
  return folder;
}

/**
 * Fetches an artifact into a folder, and unpacks it there if it is an archive.
 *
 * @param artifact such as `org.mozilla:rhino:1.9.2`
 * @param folder an existing one, for this alone
 * @param read gets each line that Maven prints
 * @returns {Promise<string | undefined>} Maven's error, or undefined on success
 */
export async function fetchArtifact(artifact, folder, read) {
  let classes;
  try {
    classes = await extension(join(folder, '.fetch'));
  } catch ({ message }) {
    return `mvn can't be run: ${message}`;
  }
  // Not --batch-mode, which would suppress the progress.
  const args = [
    ...['-Dstyle.color=never', '-f', join(SOURCES, 'pom.xml'), `-Dmaven.ext.class.path=${classes}`],
    ...[`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`, 'validate'],
  ];
  const env = { ...process.env, MAVEN_OPTS: `${process.env.MAVEN_OPTS || ''} ${QUICK_JAVA}` };
  return await new Promise((resolve) => {
    const child = spawn(MAVEN, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let error;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('[ERROR]') && error === undefined) error = line;
      read(line);
    });
    child.on('error', ({ message }) => resolve(`mvn can't be run: ${message}`));
    child.on('close', (code) => {
      const text = (error || `it exited with code ${code}`)
        .replace('[ERROR] ', '')
        .replace(' -> [Help 1]', '');
      resolve(code === 0 ? undefined : text);
    });
  });
}

/**
 * Why a fetched file isn't the reviewed one, or undefined; one without a known checksum is accepted as downloaded.
 *
 * @param file its absolute path
 * @param name by which its checksum is known
 */
export function checksumProblem(file, name) {
  const expected = CHECKSUMS[name];
  if (expected === undefined) return undefined;
  if (!fs.existsSync(file)) return `Maven stored no ${name} to verify`;
  const digest = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  return digest === expected
    ? undefined
    : `${name} doesn't have the SHA-256 in scripts/server/checksums.json`;
}
