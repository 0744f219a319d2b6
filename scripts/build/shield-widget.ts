/** Bundles ALTCHA's widget, in the variant without inline code, for the page on which browsers solve challenges; in every theme. */
import path from 'node:path';
import { build } from 'esbuild';
import { bundledPackages, FOR_BROWSERS, type Part } from './parts.ts';

/** The files' folder in the JAR, beside the scripts of the pages. */
const FOLDER = path.join('resources', 'theme-resources', 'resources', 'js', 'linkgate');

/** The scripts, and the styles of the package, by the names that the page uses. */
const ENTRIES = [
  { out: 'altcha', in: 'scripts/build/widget/altcha.js' },
  { out: 'altcha-pbkdf2', in: 'scripts/build/widget/altcha-pbkdf2.js' },
  { out: 'altcha', in: 'altcha/altcha.css' },
];

/** The files for the JAR by their paths in `generated/`, and the packages that are bundled in them. */
export interface ShieldWidget {
  files: Record<string, string>;
  parts: Part[];
}

let built: Promise<ShieldWidget> | undefined;

/** Bundles the widget, once per run of a command. */
export async function shieldWidget(): Promise<ShieldWidget> {
  built ??= bundleWidget();
  return await built;
}

async function bundleWidget(): Promise<ShieldWidget> {
  const { outputFiles, metafile } = await build({
    // Not as modules: the worker is none.
    ...FOR_BROWSERS,
    entryPoints: ENTRIES,
    outdir: '.',
  });
  const files = outputFiles.map(({ path: file, text }) => [path.join(FOLDER, path.basename(file)), text]);
  return { files: Object.fromEntries(files), parts: await bundledPackages(metafile) };
}
