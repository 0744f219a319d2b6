/** The names of settings stand in the table's room only: whatever else needs one takes it from there. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync, traverse, type types } from '@babel/core';
import { expect, test } from 'vitest';
import { PREFIX, SETTINGS } from '../../../provider-scripts/src/realm/settings/table.ts';
import { ROOT } from '../../../scripts/build/root.ts';

const HOME = 'provider-scripts/src/realm/settings/';
const NAMES = new Set(
  Object.values(SETTINGS)
    .flat()
    .map(({ name }) => name)
    .filter((name) => name.startsWith(PREFIX)),
);

/** The literals of a file that are a setting's name, or the beginning of one. */
function namesIn(file: string, text: string): string[] {
  const found: string[] = [];
  const judge = (literal: string) => {
    if (NAMES.has(literal) || /^linkgate\.(limit|branding|sign-in)\./.test(literal))
      found.push(`${file}: ${literal}`);
  };
  const plugins = ['typescript', ...(file.endsWith('x') ? ['jsx'] : [])] as ('typescript' | 'jsx')[];
  const tree = parseSync(text, { babelrc: false, configFile: false, parserOpts: { plugins } });
  if (tree === null) throw new Error(`${file} can't be parsed`);
  traverse(tree, {
    StringLiteral: ({ node }: { node: types.StringLiteral }) => judge(node.value),
    TemplateElement: ({ node }: { node: types.TemplateElement }) => judge(node.value.raw),
  });
  return found;
}

test('no other source spells one', async () => {
  const found: string[] = [];
  for (const top of ['provider-scripts/src', 'scripts', 'admin-pages/src']) {
    for (const name of await readdir(path.join(ROOT, top), { recursive: true })) {
      const file = path.join(top, name);
      if (/\.tsx?$/.test(file) && !file.startsWith(HOME) && !file.includes('/generated/'))
        found.push(...namesIn(file, await readFile(path.join(ROOT, file), 'utf8')));
    }
  }
  // A meter's name.
  expect(found).toEqual(['provider-scripts/src/observability/metrics/meters.ts: linkgate.invitations']);
});

test('a source that spells one is found', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source
  expect(namesIn('a.ts', "const a = 'linkgate.passkeys'; const b = `linkgate.limit.${a}`;")).toEqual([
    'a.ts: linkgate.passkeys',
    'a.ts: linkgate.limit.',
  ]);
});
