/** The style sheet and the browser scripts: read and bundled once, cached in memory. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Router } from 'express';

const STYLE_SHEET = new URL('./style.css', import.meta.url);
const SCRIPTS = [
  new URL('./browser/front.ts', import.meta.url),
  new URL('./browser/spa.ts', import.meta.url),
];

/** Serves the assets under `/assets`. Throws esbuild's errors if a script can't be bundled. */
export async function assetRoutes(): Promise<Router> {
  const [style, scripts] = await Promise.all([readFile(STYLE_SHEET, 'utf8'), bundleScripts()]);
  const router = Router();
  router.get('/assets/style.css', (_request, response) => {
    response.type('css').send(style);
  });
  for (const { name, text } of scripts) {
    router.get(`/assets/${name}`, (_request, response) => {
      response.type('js').send(text);
    });
  }
  return router;
}

async function bundleScripts(): Promise<{ name: string; text: string }[]> {
  const { outputFiles } = await build({
    entryPoints: SCRIPTS.map((script) => fileURLToPath(script)),
    bundle: true,
    write: false,
    outdir: '.',
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
  });
  return outputFiles.map(({ path, text }) => ({ name: basename(path), text }));
}
