/** The order in which test files are started. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Needs no server: servers start meanwhile. */
const FIRST = 'unit';
/** Shares one cluster: its files are far apart in the order, so that none waits for another. */
const APART = 'cluster';

/** Tests without a server first, then by path: a stable order. */
export class InOrder extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = files.toSorted((one, other) => (one.moduleId < other.moduleId ? -1 : 1));
    const of = (name: string) => sorted.filter(({ project }) => project.name === name);
    const others = sorted.filter(({ project }) => ![FIRST, APART].includes(project.name));
    return Promise.resolve([...of(FIRST), ...spread(of(APART), others)]);
  }
}

/** Spreads some files evenly over the second half of the others: the cluster is the last to be ready. */
function spread(some: TestSpecification[], others: TestSpecification[]): TestSpecification[] {
  const half = Math.floor(others.length / 2);
  const step = Math.floor(half / (some.length + 1));
  const before = (index: number) => half + index * step;
  const placed = some.flatMap((file, index) => [file, ...others.slice(before(index), before(index + 1))]);
  return [...others.slice(0, half), ...placed, ...others.slice(before(some.length))];
}
