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

/** Puts each of some files behind an equal number of others; the cluster is the last to start, so others begin. */
function spread(some: TestSpecification[], others: TestSpecification[]): TestSpecification[] {
  const step = Math.floor(others.length / (some.length + 1));
  const behind = (index: number) => others.slice(index * step, (index + 1) * step);
  const placed = some.flatMap((file, index) => [...behind(index), file]);
  return [...placed, ...others.slice(some.length * step)];
}
