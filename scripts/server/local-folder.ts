/** The folder `.local`, ignored by git, for the commands' downloads and builds. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCAL_FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));

/** The absolute path of a file or folder in `.local`, which need not exist. */
export function localPath(...names: string[]): string {
  return join(LOCAL_FOLDER, ...names);
}
