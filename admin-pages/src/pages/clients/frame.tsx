/** Shows an untrusted document in a frame, in a given colour scheme, with scripts and links disabled. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { CONFIG } from '../../server/config.ts';

export type Scheme = 'light' | 'dark';

interface FrameProperties {
  title: string;
  html: string;
  scheme: Scheme;
  /** As wide as a phone. */
  phone: boolean;
}

/** The frame's sandbox and its own policy both disable scripts. */
export function Frame({ title, html, scheme, phone }: FrameProperties) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready && frame.current !== null) fill(frame.current, html, scheme);
  }, [ready, html, scheme]);
  return (
    <iframe
      ref={frame}
      class={phone ? 'preview phone' : 'preview'}
      title={title}
      src={`${CONFIG.page}/preview`}
      sandbox="allow-same-origin"
      onLoad={() => setReady(true)}
    />
  );
}

/** The frame's own parser parses the markup: this page's accepts none (Trusted Types). */
function fill({ contentWindow, contentDocument }: HTMLIFrameElement, html: string, scheme: Scheme): void {
  if (contentWindow === null || contentDocument === null) return;
  const { DOMParser: Parser } = contentWindow as Window & typeof globalThis;
  const shown = contentDocument.adoptNode(new Parser().parseFromString(html, 'text/html').documentElement);
  // Neither would work here, and the browser would log an error each time.
  for (const script of shown.querySelectorAll('script')) script.remove();
  for (const field of shown.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus');
  shown.style.colorScheme = scheme;
  contentDocument.replaceChild(shown, contentDocument.documentElement);
  contentDocument.onclick = (event) => event.preventDefault();
  showAs(contentDocument, scheme);
  // Style sheets load one by one.
  for (const link of contentDocument.querySelectorAll('link'))
    link.onload = () => showAs(contentDocument, scheme);
}

/** Makes the style sheets' colour scheme queries match the scheme that the administrator chose. */
function showAs(shown: Document, scheme: Scheme): void {
  for (const sheet of shown.styleSheets) responseIn(sheet.cssRules, scheme);
}

function responseIn(rules: CSSRuleList, scheme: Scheme): void {
  for (const rule of rules) {
    if ('media' in rule) answer(rule.media as MediaList, scheme);
    if ('cssRules' in rule) responseIn(rule.cssRules as CSSRuleList, scheme);
  }
}

const QUESTION = /\(prefers-color-scheme:\s*(dark|light)\)/g;

function answer(media: MediaList, scheme: Scheme): void {
  media.mediaText = media.mediaText.replace(QUESTION, (_, asked: string) =>
    asked === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
  );
}
