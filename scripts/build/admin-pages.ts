/** Bundles the admin pages (`admin-pages/`) for browsers, with content hashes in the file names, so that they can be cached. */
import path from 'node:path';
import { build } from 'esbuild';
import { TEXTS } from '../../admin-pages/src/texts/texts.ts';
import { withoutScripts } from '../../admin-pages/src/texts/without-scripts.ts';
import { LANGUAGES } from '../../provider-scripts/src/realm/language/languages.ts';
import { bundledPackages, FOR_BROWSERS, type Part } from './parts.ts';
import { ROOT } from './root.ts';

/** The files' folder in the JAR: the login theme's resources, which Keycloak serves. */
const FOLDER = 'resources/theme/linkgate/login/resources';
/** The subfolder, also in the theme's URL. */
const SUBFOLDER = 'admin-pages';

/** The scripts, by the names that the endpoint uses. */
const ENTRIES = { app: 'main.tsx', silent: 'silent.ts' } as const;

/** The files for the JAR by their paths in `generated/`, and the values of `ADMIN_PAGES.…` for the scripts' bundle. */
export interface AdminPages {
  files: Record<string, string>;
  define: Record<string, string>;
  /** The packages that are bundled in the files. */
  parts: Part[];
}

let built: Promise<AdminPages> | undefined;

/** Bundles the pages, once per run of a command. */
export async function adminPages(): Promise<AdminPages> {
  built ??= bundlePages();
  return await built;
}

async function bundlePages(): Promise<AdminPages> {
  const source = path.join(ROOT, 'admin-pages', 'src');
  const { outputFiles, metafile } = await build({
    ...FOR_BROWSERS,
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: path.join(source, file), out })),
    entryNames: '[name]-[hash]',
    outdir: SUBFOLDER,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Not from tsconfig.json: the file that it extends is missing when the image is built, which must give the same bytes.
    tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
  });
  const define = { 'ADMIN_PAGES.withoutScripts': JSON.stringify(withoutScripts(LANGUAGES, TEXTS)) };
  const pages: AdminPages = { files: {}, define, parts: await bundledPackages(metafile) };
  for (const { path: file, text } of outputFiles) {
    const served = `${SUBFOLDER}/${path.basename(file)}`;
    const [, name, kind] = /([a-z]+)-[A-Z0-9]+\.(\w+)$/.exec(served) ?? [];
    pages.files[`${FOLDER}/${served}`] = text;
    pages.define[`ADMIN_PAGES.${name}.${kind}`] = JSON.stringify(served);
  }
  return pages;
}
