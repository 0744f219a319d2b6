/** The third-party parts of the plugin's JAR. */
import path from 'node:path';
import { build } from 'esbuild';
import { adminPages } from './admin-pages.ts';
import { domainListParts } from './domain-lists.ts';
import { bundledPackages, enginePart, npmPart, type Part, withoutDuplicates } from './parts.ts';
import { ROOT } from './root.ts';
import { shieldWidget } from './shield-widget.ts';

/** The script that the JAR runs. */
export const SCRIPT_ENTRY = path.join(ROOT, 'provider-scripts', 'src', 'index.ts');

/** Babel adds functions of this package to lowered code. */
const BABEL_HELPERS = 'node_modules/@babel/helpers';

/** The engine, the packages in the script, in the administrators' pages and in the widget of challenges, and those of the lists of domains. */
export async function pluginParts(): Promise<Part[]> {
  const { metafile } = await build({
    entryPoints: [SCRIPT_ENTRY],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    absWorkingDir: ROOT,
    logLevel: 'silent',
  });
  const { parts: inPages } = await adminPages();
  const { parts: inWidget } = await shieldWidget();
  return withoutDuplicates([
    await enginePart(),
    await npmPart(BABEL_HELPERS),
    ...(await bundledPackages(metafile)),
    ...inPages,
    ...inWidget,
    ...(await domainListParts()),
  ]);
}
