/** The frame around every page. */
import { APPLICATIONS, type ApplicationId } from './branding.ts';
import { type Html, html } from './html.ts';

export interface Page {
  title: string;
  /** The page's relying party; the front page and plain messages have none. */
  branding?: ApplicationId | undefined;
  main: Html;
  /** Path of the page's script. */
  script?: string;
}

/** A complete HTML document. */
export function page({ title, branding, main, script }: Page): string {
  const name = branding === undefined ? 'Linkgate demo' : APPLICATIONS[branding].name;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/style.css">
${script !== undefined && html`<script type="module" src="${script}"></script>`}
</head>
<body class="branding-${branding ?? 'none'}">
<header>
<a class="name" href="${branding === undefined ? '/' : APPLICATIONS[branding].home}">${name}</a>
${branding !== undefined && html`<nav><a href="/">All demos</a></nav>`}
</header>
${main}
</body>
</html>
`.toString();
}

/** A page body with one message and further links. */
export function message({ title, text, links }: { title: string; text: Html; links: Html }): Html {
  return html`<main class="message"><h1>${title}</h1>${text}<p class="actions">${links}</p></main>`;
}
