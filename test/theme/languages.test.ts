/** Every listed language has its text files, and no other language has any. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/root.ts';
import { TAGS } from '../support/messages.ts';

const PLACES: readonly (readonly [folder: string, name: RegExp])[] = [
  ['theme/theme/linkgate/login/messages', /^messages_([\w-]+)\.properties$/],
  ['theme/theme/linkgate/email/messages', /^messages_([\w-]+)\.properties$/],
  // The other files there have longer names.
  ['admin-pages/src/texts', /^([a-z]{2}(?:-\w+)?)\.ts$/],
];

test.each(PLACES)('%s has a file for each language', (folder, name) => {
  const tags = readdirSync(path.join(ROOT, folder)).flatMap((file) => name.exec(file)?.[1] ?? []);
  expect(tags.sort()).toEqual([...TAGS].sort());
});
