/** The HTML documents of the administrators' pages: they load a script and pass it the URLs that it needs. */

/** The contents of a document. */
export interface Document {
  script?: string;
  style?: string;
  icon?: string;
  /** HTML that is shown if scripts are disabled. */
  withoutScripts?: string;
  /** The script's configuration, by name. */
  config?: Readonly<Record<string, string>>;
}

/** The document's text. It contains no script or style itself. */
export function documentText({ script, style, icon, withoutScripts, config = {} }: Document): string {
  const data = Object.entries(config)
    .map(([name, value]) => ` data-${name}="${escaped(value)}"`)
    .join('');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<title>Linkgate</title>',
    icon === undefined ? '' : `<link rel="icon" href="${escaped(icon)}">`,
    style === undefined ? '' : `<link rel="stylesheet" href="${escaped(style)}">`,
    script === undefined ? '' : `<script defer src="${escaped(script)}"></script>`,
    '</head>',
    '<body>',
    `<div id="app"${data}></div>`,
    withoutScripts === undefined ? '' : `<noscript>${withoutScripts}</noscript>`,
    '</body>',
    '</html>',
    '',
  ]
    .filter((line, index, lines) => line !== '' || index === lines.length - 1)
    .join('\n');
}

/** Escapes a text for a quoted attribute. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
