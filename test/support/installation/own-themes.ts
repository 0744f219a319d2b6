/** Themes that the test server has besides Linkgate's, as an administrator makes them. */
import path from 'node:path';
import { ROOT } from '../../../scripts/build/root.ts';

/** The folder with a folder for each. */
export const OWN_THEMES = path.join(ROOT, 'test', 'fixtures', 'themes');
