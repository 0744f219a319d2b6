/** The lists of domains in the JAR, sorted, a line each: what the host's `DomainLists.java` searches. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { domainToASCII } from 'node:url';
import { disposableEmailBlocklist } from 'disposable-email-domains-js';
import { npmPart, type Part } from './parts.ts';

/** The folder of the lists in the JAR. */
const FOLDER = path.join('resources', 'linkgate', 'domains');

const PACKAGES = ['node_modules/disposable-email-domains-js', 'node_modules/tldts'];

/** The arrays in which tldts has the public suffix list: a tree of labels, from the right; `1` marks a suffix of ICANN's part. */
interface SuffixTree {
  nodeFlags: Uint8Array;
  edgeStart: Uint32Array;
  edgeLength: Uint32Array;
  edgeChild: Uint32Array;
  labelText: string;
  rulesRoot: number;
  exceptionsRoot: number;
}

const ICANN = 1;

/** The files for the JAR by their paths in `generated/`. */
export function domainLists(): Record<string, string> {
  return {
    [path.join(FOLDER, 'disposable.txt')]: textOf(disposableEmailBlocklist()),
    [path.join(FOLDER, 'public-suffixes.txt')]: textOf(publicSuffixes()),
  };
}

/** The packages that the lists come from. */
export async function domainListParts(): Promise<Part[]> {
  return await Promise.all(PACKAGES.map(npmPart));
}

function textOf(lines: readonly string[]): string {
  // By code units, as Java compares.
  return `${[...new Set(lines)].sort().join('\n')}\n`;
}

/** The rules of the public suffix list as it writes them, such as `co.uk`, `*.ck` and `!www.ck`; in punycode, as addresses are. */
function publicSuffixes(): string[] {
  const tree = createRequire(import.meta.url)('tldts/dist/cjs/src/data/trie.js') as SuffixTree;
  const offsets: number[] = [];
  let offset = 0;
  for (const length of tree.edgeLength) {
    offsets.push(offset);
    offset += length;
  }
  const found: string[] = [];
  const walk = (node: number, suffix: string, prefix: string) => {
    if (((tree.nodeFlags[node] ?? 0) & ICANN) !== 0) found.push(prefix + inAscii(suffix));
    for (let edge = tree.edgeStart[node] ?? 0; edge < (tree.edgeStart[node + 1] ?? 0); edge++) {
      const start = offsets[edge] ?? 0;
      const label = tree.labelText.slice(start, start + (tree.edgeLength[edge] ?? 0));
      walk(tree.edgeChild[edge] ?? 0, suffix === '' ? label : `${label}.${suffix}`, prefix);
    }
  };
  walk(tree.rulesRoot, '', '');
  walk(tree.exceptionsRoot, '', '!');
  return found;
}

/** In punycode, with the `*` that stands for any label. */
function inAscii(suffix: string): string {
  return suffix.startsWith('*.') ? `*.${domainToASCII(suffix.slice(2))}` : domainToASCII(suffix);
}
