/** Markup as a separate type: the output of the `html` tag is already escaped, everything else is escaped when it is inserted. */

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** Safe markup; only `html` creates it. */
export type Html = Markup;

/** Values that a template accepts; `undefined` and `false` produce nothing. */
export type HtmlValue = string | number | Html | readonly Html[] | undefined | false;

/**
 * Template tag. Values are escaped for text and for attributes in double quotes; they don't belong anywhere else in a tag,
 * nor in a script or a style sheet.
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return new Markup(String.raw({ raw: strings }, ...values.map(render)));
}

function render(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Markup) return value.toString();
  if (typeof value === 'object') return value.join('');
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
