/** Bundles the scripts into one flat script, and lowers it to the syntax that Rhino, the plugin's script engine, supports. */
import path from 'node:path';
import { type PluginObject, transformAsync } from '@babel/core';
import presetEnv from '@babel/preset-env';
import { AnyMap, eachMapping, originalPositionFor } from '@jridgewell/trace-mapping';
import { build } from 'esbuild';
import { flatten } from './flatten.ts';
import { checkRegexes } from './regex-gate.ts';
import { checkSharedState } from './shared-state-gate.ts';
import { unwrapCaught } from './unwrap-caught.ts';

/** The script for the engine, and the origin of each of its lines. */
export interface Bundle {
  code: string;
  /** Per line of `code` (1-based): index into `files` and line there, or null. */
  positions: { files: string[]; lines: ([number, number] | null)[] };
}

/** Babel's target for Rhino, which determines the features to lower. */
const ENGINE = { rhino: '1.9' };

/**
 * Bundles an entry file that exports `linkgate`, the table of functions the host calls; it becomes a variable of the script.
 *
 * @param entry the TypeScript file, absolute
 * @param root the folder that positions are relative to, absolute
 * @param options `alias`: files (absolute) that replace packages; `gates: false` for a script that one thread runs; `define`: the
 *   values of names that no script declares, as JSON
 * @throws Error that names file and line if the scripts use syntax that the engine can't run, or state that threads would share
 */
export async function bundle(
  entry: string,
  root: string,
  {
    alias = {},
    gates = true,
    define = {},
  }: { alias?: Record<string, string>; gates?: boolean; define?: Record<string, string> } = {},
): Promise<Bundle> {
  const bundled = await build({
    entryPoints: [entry],
    alias,
    define,
    bundle: true,
    write: false,
    // Flat: the declarations of all files become constants of one scope, which the engine reads without a lookup.
    format: 'esm',
    target: 'es2022',
    charset: 'ascii',
    supported: { 'async-await': false, generator: false },
    sourcemap: 'external',
    outfile: path.join(root, 'linkgate.js'),
    absWorkingDir: root,
    logLevel: 'silent',
  });
  const [map, script] = [bundled.outputFiles[0], bundled.outputFiles[1]];
  if (!map || !script) throw new Error('esbuild returned no output');
  const first = await transform(script.text, map.text, root, {
    plugins: gates ? [checkRegexes, checkSharedState, unwrapCaught] : [unwrapCaught],
    presets: [
      [
        presetEnv,
        {
          targets: ENGINE,
          modules: false,
          // The engine supports these, but more slowly or with different semantics than the lowered code.
          include: [
            'transform-block-scoping',
            'transform-destructuring',
            'transform-for-of',
            'transform-optional-chaining',
            'transform-parameters',
            'transform-spread',
          ],
          // The engine supports spread in object literals; Babel's helper for it replaces itself on first use.
          exclude: ['transform-object-rest-spread', 'transform-regenerator', 'transform-async-to-generator'],
        },
      ],
    ],
    assumptions: {
      iterableIsArray: true,
      setSpreadProperties: true,
      ignoreFunctionLength: true,
      noNewArrows: true,
    },
  });
  const { code, map: last } = await transform(first.code, first.map, root, { plugins: [flatten] });
  return { code, positions: positions(last, code.split('\n').length, root) };
}

/** One run of Babel; an error names the TypeScript file and line that the bundle's line was generated from. */
async function transform(
  script: string,
  map: string,
  root: string,
  steps: {
    plugins: (() => PluginObject)[];
    presets?: [typeof presetEnv, object][];
    assumptions?: Record<string, boolean>;
  },
): Promise<{ code: string; map: string }> {
  const result = await transformAsync(script, {
    ...steps,
    configFile: false,
    babelrc: false,
    sourceType: 'module',
    compact: false,
    sourceMaps: true,
    inputSourceMap: JSON.parse(map),
  }).catch((error: Error & { loc?: { line: number; column: number } }) => {
    if (!error.loc) throw error;
    const from = originalPositionFor(new AnyMap(JSON.parse(map)), error.loc);
    if (from.source === null) throw error;
    throw new Error(`${path.relative(root, path.resolve(root, from.source))}:${from.line}: ${error.message}`);
  });
  if (!result?.code || !result.map) throw new Error('Babel returned no output');
  return { code: result.code, map: JSON.stringify(result.map) };
}

function positions(map: string, lineCount: number, root: string): Bundle['positions'] {
  const files: string[] = [];
  const lines: ([number, number] | null)[] = new Array(lineCount + 1).fill(null);
  eachMapping(new AnyMap(JSON.parse(map)), (mapping) => {
    if (mapping.source === null || mapping.originalLine === null || lines[mapping.generatedLine]) return;
    const file = path.relative(root, path.resolve(root, mapping.source));
    if (!files.includes(file)) files.push(file);
    lines[mapping.generatedLine] = [files.indexOf(file), mapping.originalLine];
  });
  return { files, lines };
}
