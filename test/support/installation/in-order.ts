/** The order in which files of tests are begun. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Needs no server: servers start meanwhile. */
const FIRST = 'unit';

/** Tests without a server first, then by path, always the same. */
export class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keyOf = ({ moduleId, project }: TestSpecification) =>
      `${Number(project.name !== FIRST)} ${moduleId}`;
    return Promise.resolve(files.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)));
  }
}
