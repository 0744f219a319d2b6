/** Themes of the test server besides Linkgate's, as administrators create them. */
import path from 'node:path';
import { ROOT } from '../../../scripts/build/root.ts';

/** The folder with a folder for each. */
export const OWN_THEMES = path.join(ROOT, 'test', 'fixtures', 'themes');
