/** The order in which files of tests are begun. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * By their paths, always the same: what ends by itself a minute after the start (`early-link.ts`) is looked at by files that don't
 * come first, and none of them has to wait for it.
 */
export class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
  }
}
