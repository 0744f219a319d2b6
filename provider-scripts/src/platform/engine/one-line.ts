/** Untrusted texts in one line. */

/** Unicode's bidirectional formatting characters, which change the direction of displayed text. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Escapes line breaks, bidirectional formatting and other control characters as `\u000a`. */
export function inOneLine(text: string): string {
  const units = text.split('').map((unit) => (isPrintable(unit) ? unit : escaped(unit)));
  return units.join('');
}

function isPrintable(unit: string): boolean {
  return !isControl(unit.charCodeAt(0)) && !DIRECTION.test(unit);
}

/** Whether a UTF-16 code unit is a control character (C0, DEL, C1) or a Unicode line or paragraph separator. */
export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;
}

function escaped(unit: string): string {
  return `\\u${`000${unit.charCodeAt(0).toString(16)}`.slice(-4)}`;
}
