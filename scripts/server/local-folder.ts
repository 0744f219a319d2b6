/** The commands' downloads and builds on this machine: the folder `.local`, which git doesn't see. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOCAL_FOLDER = fileURLToPath(new URL('../../.local', import.meta.url));

/** The absolute path of something in `.local`; whether it exists is the caller's business. */
export function localPath(...names: string[]): string {
  return join(LOCAL_FOLDER, ...names);
}
