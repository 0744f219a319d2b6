/** Bundles the scripts and lowers them to what Nashorn, the server's script engine, runs. */
import path from 'node:path';
import { transformAsync } from '@babel/core';
import presetEnv from '@babel/preset-env';
import { AnyMap, eachMapping, originalPositionFor } from '@jridgewell/trace-mapping';
import { build } from 'esbuild';
import { checkRegexes } from './regex-gate.ts';

/** The script as the engine takes it, and where each of its lines comes from. */
export interface Bundle {
  code: string;
  /** Per line of `code` (1-based): index into `files` and line there, or null. */
  positions: { files: string[]; lines: ([number, number] | null)[] };
}

/**
 * Bundles an entry file that exports `linkgate`, the table of functions the host calls.
 *
 * @param entry the TypeScript file, absolute
 * @param root the folder that positions are relative to, absolute
 * @param alias files (absolute) that stand in for packages
 * @throws Error naming file and line when the scripts use what the engine can't run
 */
export async function bundle(
  entry: string,
  root: string,
  alias: Record<string, string> = {},
): Promise<Bundle> {
  const bundled = await build({
    entryPoints: [entry],
    alias,
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'linkgateExports',
    footer: { js: 'var linkgate = linkgateExports.linkgate;' },
    target: 'es2022',
    charset: 'ascii',
    supported: { 'async-await': false, generator: false },
    sourcemap: 'external',
    outfile: path.join(root, 'linkgate.js'),
    absWorkingDir: root,
    logLevel: 'silent',
  });
  const [map, script] = [bundled.outputFiles[0], bundled.outputFiles[1]];
  if (!map || !script) throw new Error('esbuild gave no output');
  const lowered = await lower(script.text, map.text, root);
  if (!lowered?.code || !lowered.map) throw new Error('Babel gave no output');
  return { code: lowered.code, positions: positions(lowered.map, lowered.code.split('\n').length, root) };
}

/** Lowers the bundle; an error names the TypeScript file and line that the bundle's line comes from. */
async function lower(script: string, map: string, root: string) {
  return await transformAsync(script, {
    configFile: false,
    babelrc: false,
    sourceType: 'script',
    compact: false,
    sourceMaps: true,
    inputSourceMap: JSON.parse(map),
    plugins: [checkRegexes],
    presets: [
      [
        presetEnv,
        {
          targets: { ie: '11' },
          modules: false,
          forceAllTransforms: true,
          exclude: ['transform-typeof-symbol', 'transform-regenerator', 'transform-async-to-generator'],
        },
      ],
    ],
    assumptions: {
      iterableIsArray: true,
      setSpreadProperties: true,
      setPublicClassFields: true,
      privateFieldsAsProperties: true,
      noDocumentAll: true,
      ignoreFunctionLength: true,
      noNewArrows: true,
    },
  }).catch((error: Error & { loc?: { line: number; column: number } }) => {
    if (!error.loc) throw error;
    const from = originalPositionFor(new AnyMap(JSON.parse(map)), error.loc);
    if (from.source === null) throw error;
    throw new Error(`${path.relative(root, path.resolve(root, from.source))}:${from.line}: ${error.message}`);
  });
}

function positions(map: object, lineCount: number, root: string): Bundle['positions'] {
  const files: string[] = [];
  const lines: ([number, number] | null)[] = new Array(lineCount + 1).fill(null);
  eachMapping(new AnyMap(map as ConstructorParameters<typeof AnyMap>[0]), (mapping) => {
    if (mapping.source === null || mapping.originalLine === null || lines[mapping.generatedLine]) return;
    const file = path.relative(root, path.resolve(root, mapping.source));
    if (!files.includes(file)) files.push(file);
    lines[mapping.generatedLine] = [files.indexOf(file), mapping.originalLine];
  });
  return { files, lines };
}
