/**
 * `npm run test:containers`: builds the images, then runs those integration tests against a server in a container that vitest.config.ts
 * names, and the tests of docker-compose.yml. Whatever the tests leave behind, even after a crash, is removed.
 */
import { execFileSync } from 'node:child_process';
import { RUN_LABEL } from '../../test/containers/images.ts';
import { ROOT } from '../build/root.ts';
import { Failure } from '../failure.ts';
import { runChild } from '../server/child.ts';
import { runTests } from '../test/run-tests.ts';
import { command } from './command.ts';

const RUN = String(process.pid);

await command(async () => {
  requireDocker();
  process.on('exit', removeWhatIsLeft);
  const { code, tail } = await runChild({
    command: 'docker',
    args: ['compose', 'build'],
    cwd: ROOT,
    output: console.log,
  });
  if (code !== 0) throw new Failure('The images were not built:', tail);
  const projects = ['--project=integration', '--project=containers'];
  await runTests('containers', [...projects, ...process.argv.slice(2)], {
    LINKGATE_TEST_ON: 'containers',
    LINKGATE_TEST_RUN: RUN,
  });
});

/** @throws Failure of one line that says what is missing */
function requireDocker(): void {
  if (docker('version') === undefined)
    throw new Failure('No Docker: the container tests need a Docker daemon that `docker version` can reach.');
  if (docker('compose', 'version') === undefined)
    throw new Failure('No Docker Compose: the container tests need `docker compose` (version 2).');
}

/** At the very end, even after Ctrl-C: nothing else runs then, so this must be synchronous. */
function removeWhatIsLeft(): void {
  const containers = docker('ps', '--all', '--quiet', '--filter', `label=${RUN_LABEL}=${RUN}`);
  for (const container of containers?.split('\n') ?? [])
    if (container !== '') docker('rm', '--force', '--volumes', container);
  docker('compose', '--project-name', `linkgate-test-${RUN}`, 'down', '--volumes', '--remove-orphans');
}

/** What Docker prints; undefined if it fails or isn't installed. */
function docker(...args: string[]): string | undefined {
  try {
    return execFileSync('docker', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
}
