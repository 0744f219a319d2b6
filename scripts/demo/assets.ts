/** The style sheet and the browser's scripts, read and bundled once, cached in memory. */
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

/** Serves them under `/assets`. Errors: what esbuild throws for a script that it can't bundle. */
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
