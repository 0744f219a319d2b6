/** Where a part of the tests keeps what it makes: parts that run at the same time write nothing that another reads. */
import { localPath } from '../../scripts/server/local-folder.ts';
import { WORKER } from './installation/workers.ts';

/** Each command that runs tests names its own. */
const PART = process.env.LINKGATE_TEST_PART ?? 'test';

/** The absolute path of something that is gone when the tests are. */
export function partPath(...names: string[]): string {
  return localPath('tests', PART, ...names);
}

/** The same for this worker alone, whose files run one after another: those that run beside it may use the same names. */
export function workerPath(...names: string[]): string {
  return partPath(`worker-${WORKER}`, ...names);
}

/** The name of a server home for this worker of this part alone; it stays, so that the next run needn't build it. */
export function partHome(name: string): string {
  return `${name}-${PART}-${WORKER}`;
}
