/** Bundles the administrators' pages (`admin-pages/`) for browsers: files named by what is in them, so that they may be cached. */
import path from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './root.ts';

/** Where the files are in the JAR: among the login theme's resources, which Keycloak serves beside the realms. */
const FOLDER = 'resources/theme/linkgate/login/resources';
/** Below it, and below the theme's address in a browser. */
const PLACE = 'admin-pages';

/** Its scripts, by the names that the endpoint knows them under, and the style sheet, which is the application's. */
const ENTRIES = { app: 'main.tsx', silent: 'silent.ts', preview: 'preview.ts' } as const;

/** The files of the JAR by their paths below `generated/`, and under which name each is served, by `app.js` and the like. */
export interface AdminPages {
  files: Record<string, string>;
  names: Record<string, string>;
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
    legalComments: 'none',
    logLevel: 'silent',
  });
  const pages: AdminPages = { files: {}, names: {} };
  for (const { path: file, text } of outputFiles) pages.files[path.join(FOLDER, PLACE, path.basename(file))] = text;
  for (const file of Object.keys(metafile.outputs)) {
    const [, name, ending] = /([a-z]+)-[A-Z0-9]+(\.\w+)$/.exec(file) ?? [];
    pages.names[`${name}${ending}`] = `${PLACE}/${path.basename(file)}`;
  }
  return pages;
}
