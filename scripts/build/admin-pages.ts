/** Bundles the administrators' pages (`admin-pages/`) for browsers: with content hashes in the files' names, so that they can be cached. */
import path from 'node:path';
import { build } from 'esbuild';
import { TEXTS } from '../../admin-pages/src/texts/texts.ts';
import { withoutScripts } from '../../admin-pages/src/texts/without-scripts.ts';
import { LANGUAGES } from '../../provider-scripts/src/language/languages.ts';
import { bundledPackages, type Part } from './parts.ts';
import { ROOT } from './root.ts';

/** Where the files are in the JAR: among the login theme's resources, which Keycloak serves beside the realms. */
const FOLDER = 'resources/theme/linkgate/login/resources';
/** Below it, and below the theme's address in a browser. */
const PLACE = 'admin-pages';

/** Its scripts, by the names that the endpoint uses for them, and the style sheet of the application. */
const ENTRIES = { app: 'main.tsx', silent: 'silent.ts' } as const;

/** The files of the JAR by their paths below `generated/`; and the values of `ADMIN_PAGES.…` for the bundle of the scripts. */
export interface AdminPages {
  files: Record<string, string>;
  define: Record<string, string>;
  /** The packages that the files contain. */
  parts: Part[];
}

let built: Promise<AdminPages> | undefined;

/** Bundled once for each run of a command. */
export async function adminPages(): Promise<AdminPages> {
  built ??= bundlePages();
  return await built;
}

async function bundlePages(): Promise<AdminPages> {
  const source = path.join(ROOT, 'admin-pages', 'src');
  const { outputFiles, metafile } = await build({
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ in: path.join(source, file), out })),
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: PLACE,
    absWorkingDir: ROOT,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // Instead of the files: the image is built without the one that the pages' own extends, and has to have the same bytes.
    tsconfigRaw: { compilerOptions: { strict: true, verbatimModuleSyntax: true } },
    legalComments: 'none',
    logLevel: 'silent',
  });
  const define = { 'ADMIN_PAGES.withoutScripts': JSON.stringify(withoutScripts(LANGUAGES, TEXTS)) };
  const pages: AdminPages = { files: {}, define, parts: await bundledPackages(metafile) };
  for (const { path: file, text } of outputFiles) {
    const served = `${PLACE}/${path.basename(file)}`;
    const [, name, kind] = /([a-z]+)-[A-Z0-9]+\.(\w+)$/.exec(served) ?? [];
    pages.files[`${FOLDER}/${served}`] = text;
    pages.define[`ADMIN_PAGES.${name}.${kind}`] = JSON.stringify(served);
  }
  return pages;
}
