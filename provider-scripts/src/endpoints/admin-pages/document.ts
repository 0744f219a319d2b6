/** The documents of the administrators' pages: an empty frame for a script, which gets the addresses of everything. */

/** What a document begins with. */
export interface Document {
  script?: string;
  style?: string;
  icon?: string;
  /** What the script is configured with, by name. */
  config?: Readonly<Record<string, string>>;
}

/** What is shown where scripts are off, in every language of the pages. */
const WITHOUT_SCRIPTS: readonly [language: string, text: string][] = [
  ['en', 'These pages need JavaScript. Switch it on for this site and load the page again.'],
  ['de', 'Diese Seiten brauchen JavaScript. Erlauben Sie es für diese Website und laden Sie die Seite neu.'],
  ['fr', 'Ces pages ont besoin de JavaScript. Autorisez-le pour ce site, puis rechargez la page.'],
  ['es', 'Estas páginas necesitan JavaScript. Actívelo para este sitio y vuelva a cargar la página.'],
  ['ja', 'このページには JavaScript が必要です。このサイトで有効にして、ページを再読み込みしてください。'],
  ['ar', 'تحتاج هذه الصفحات إلى JavaScript. فعّله لهذا الموقع ثم أعد تحميل الصفحة.'],
];

/** The document's text. It contains no script or style itself. */
export function documentText({ script, style, icon, config = {} }: Document): string {
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
    style === undefined ? '' : `<noscript>${WITHOUT_SCRIPTS.map(paragraph).join('')}</noscript>`,
    '</body>',
    '</html>',
    '',
  ]
    .filter((line, index, lines) => line !== '' || index === lines.length - 1)
    .join('\n');
}

function paragraph([language, text]: readonly [string, string]): string {
  return `<p lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>${text}</p>`;
}

/** A text as it may stand between the quotes of an attribute. */
function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
