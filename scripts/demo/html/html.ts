/** Escapes HTML by default: `html` produces the type `Html`, and escapes all inserted values of other types. */

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

/** Values that a template accepts; `undefined` and `false` render as an empty string. */
export type HtmlValue = string | number | Html | readonly Html[] | undefined | false;

/**
 * Template tag. Values are escaped for text and for double-quoted attributes only: don't insert them elsewhere in a tag, nor in
 * scripts or style sheets.
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
