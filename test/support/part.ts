/** The folders of each part of the tests: parts that run at the same time don't write each other's files. */
import { localPath } from '../../scripts/server/local-folder.ts';
import { WORKER } from './installation/workers.ts';

/** Each command that runs tests sets its own. */
const PART = process.env.LINKGATE_TEST_PART ?? 'test';

/** The absolute path of something that is deleted after the tests. */
export function partPath(...names: string[]): string {
  return localPath('tests', PART, ...names);
}

/** The same for this worker alone, which runs one file at a time: other workers may use the same names. */
export function workerPath(...names: string[]): string {
  return partPath(`worker-${WORKER}`, ...names);
}

/** The name of a server home for this worker of this part; it isn't deleted, so that the next run needn't build it. */
export function partHome(name: string): string {
  return `${name}-${PART}-${WORKER}`;
}
