/** The order in which files of tests are begun. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Needs no server: servers start meanwhile. */
const FIRST = 'unit';
/** Shares one cluster: its files stand far apart, so that none waits for another. */
const APART = 'cluster';

/** Tests without a server first, then by path, always the same. */
export class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const others = sorted.filter(({ project }) => ![FIRST, APART].includes(project.name));
    return Promise.resolve([...of(FIRST), ...spread(of(APART), others)]);
  }
}

/** Puts some files between the second half of the others, at equal distances: the cluster is the last to be ready. */
function spread(some: TestSpecification[], others: TestSpecification[]): TestSpecification[] {
  const half = Math.floor(others.length / 2);
  const step = Math.floor(half / (some.length + 1));
  const before = (index: number) => half + index * step;
  const placed = some.flatMap((file, index) => [file, ...others.slice(before(index), before(index + 1))]);
  return [...others.slice(0, half), ...placed, ...others.slice(before(some.length))];
}
