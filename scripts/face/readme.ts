/** README's blocks that are made: badges, what was tested, the comparison's table and the figures; its prose is written by hand. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeBadge } from 'badge-maker';
import { readProject } from '../build/project.ts';
import { ROOT } from '../build/root.ts';
import { withBlock } from '../cli/blocks.ts';
import { writeDocument } from '../cli/document.ts';
import { readChangelog, UNRELEASED } from '../release/changelog.ts';
import { writeAtomically } from '../server/atomic-write.ts';
import { COMPARISON_FILE, comparisonTable } from './comparison.ts';
import { type Documents, type Figures, figuresOf, minorsOf, SOURCES } from './figures.ts';

/** Below the project's folder. */
export const README_FILE = 'README.md';

/** Sections of the page on what is proven. */
const VERSIONS = `${SOURCES.proof}#versions-of-keycloak`;
const PLANS = `${SOURCES.proof}#openid-foundation`;

const BADGES = 'docs/pictures';
const FILE_MODE = 0o644;
const WIDTH = 120;

/** A badge: an image in the repository, so that showing it asks no other host. */
export interface Badge {
  /** Its file is `badge-<name>.svg`. */
  readonly name: string;
  readonly label: string;
  readonly message: string;
  readonly color: 'brightgreen' | 'blue' | 'red' | 'lightgrey';
  /** What proves it. */
  readonly link: string;
}

interface Face {
  readonly badges: readonly Badge[];
  readonly blocks: ReadonlyMap<string, string>;
}

export function badgesOf(
  { versions, plans }: Figures,
  license: string,
  release: string | undefined,
): Badge[] {
  return [
    {
      name: 'keycloak',
      label: 'Keycloak',
      message: versions.join(', '),
      color: 'brightgreen',
      link: VERSIONS,
    },
    {
      name: 'openid',
      label: 'OpenID Foundation’s plans',
      message: `${plans.passed} passed, ${plans.failed} failed`,
      color: plans.failed === 0 ? 'brightgreen' : 'red',
      link: PLANS,
    },
    { name: 'license', label: 'license', message: license, color: 'blue', link: 'LICENSE' },
    {
      name: 'release',
      label: 'release',
      message: release ?? 'none yet',
      color: release === undefined ? 'lightgrey' : 'blue',
      link: 'CHANGELOG.md',
    },
  ];
}

export function badgeSvg({ label, message, color, name }: Badge): string {
  return `${makeBadge({ label, message, color, idSuffix: name })}\n`;
}

const badgeFile = ({ name }: Badge) => `${BADGES}/badge-${name}.svg`;

/** The blocks by their names. */
export function blocksOf(
  figures: Figures,
  badges: readonly Badge[],
  comparison: string,
): Map<string, string> {
  const { versions, plans, tests, ratio } = figures;
  return new Map([
    [
      'badges',
      badges
        .map((badge) => `[![${badge.label}: ${badge.message}](${badgeFile(badge)})](${badge.link})`)
        .join('\n'),
    ],
    [
      'versions',
      filled(
        `It runs on Keycloak ${minorsOf(versions).join(' and ')}, tested on ${listed(versions)}; on other minor releases ` +
          `with a warning ([how](${VERSIONS})).`,
      ),
    ],
    ['comparison', comparisonTable(comparison)],
    [
      'figures',
      filled(
        `A whole sign-in by link takes ${ratio('sign-in-cpu')} of the processor time of one by a stock server’s password ` +
          `form; \`/token\` in a Linkgate realm serves ${ratio('token-rate')} of a stock server’s requests a second; with a ` +
          `million accounts the slowest hundredth of sign-ins takes ${ratio('million-p99')} of the time with few ` +
          `([performance](${SOURCES.performance})). \`npm test\`: ${tests.result}, at ${tests.commit} ` +
          `([proof](${SOURCES.proof})). The OpenID Foundation’s plans: ${plans.passed} modules passed, ${plans.failed} ` +
          `failed ([each](${PLANS})).`,
      ),
    ],
  ]);
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** A paragraph in lines of at most 120 characters. */
function filled(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}

/**
 * Replaces what stands in each block, and nothing else.
 * @throws Failure if the page has no place for a block
 */
export function withBlocks(page: string, blocks: ReadonlyMap<string, string>): string {
  return [...blocks].reduce(
    (text, [name, block]) => withBlock(text, `\`node scripts/run.mjs reference.ts\`: ${name}`, block),
    page,
  );
}

async function readFace(): Promise<Face> {
  const documents = Object.fromEntries(
    await Promise.all(Object.entries(SOURCES).map(async ([name, file]) => [name, await readText(file)])),
  ) as Documents;
  const figures = figuresOf(documents);
  const [newest] = (await readChangelog()).filter(({ name }) => name !== UNRELEASED);
  const badges = badgesOf(figures, (await readProject()).license, newest?.name);
  return { badges, blocks: blocksOf(figures, badges, await readText(COMPARISON_FILE)) };
}

/** Writes README's blocks and the badges. */
export async function writeFace(): Promise<void> {
  const { badges, blocks } = await readFace();
  for (const badge of badges) writeAtomically(path.join(ROOT, badgeFile(badge)), badgeSvg(badge), FILE_MODE);
  await writeDocument(README_FILE, withBlocks(await readText(README_FILE), blocks));
}

/** Which of README and the badges say something else than the documents that they are made from. */
export async function outdatedFace(): Promise<string[]> {
  const { badges, blocks } = await readFace();
  const readme = await readText(README_FILE);
  const files = await Promise.all(
    badges.map(async (badge) =>
      (await readText(badgeFile(badge))) === badgeSvg(badge) ? [] : [badgeFile(badge)],
    ),
  );
  return [...(withBlocks(readme, blocks) === readme ? [] : [README_FILE]), ...files.flat()];
}

/** The text of a file of the project; empty if there is none. */
async function readText(file: string): Promise<string> {
  return await readFile(path.join(ROOT, file), 'utf8').catch(() => '');
}
