/** The order in which files of tests are begun. */
import { readFile } from 'node:fs/promises';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How a file of tests says that it opens one. */
const IMPORTS_CHROMIUM = / from '.*\/support\/chromium\.ts';$/m;

/**
 * Those with a Chromium first: pages that load while Docker changes the machine's network fail, and `.ci/run` begins with containers when the
 * first of its long parts is over. Otherwise by their paths, always the same: what ends by itself a minute after the start (`early-link.ts`) is looked
 * at by files that don't come first, and none of them has to wait for it.
 */
export class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const read = files.map(async (file) => {
      const later = !IMPORTS_CHROMIUM.test(await readFile(file.moduleId, 'utf8'));
      return { file, key: `${Number(later)} ${file.moduleId}` };
    });
    return (await Promise.all(read))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1))
      .map(({ file }) => file);
  }
}
