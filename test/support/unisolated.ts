/** A text without the marks that isolate values in right-to-left languages: no reader sees them. */
export function unisolated(text: string): string {
  return text.replace(/[\u2068\u2069]/g, '');
}
