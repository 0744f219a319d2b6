/** The project's folder. */
import path from 'node:path';

/** Absolute path. */
export const ROOT = path.resolve(import.meta.dirname, '..', '..');
