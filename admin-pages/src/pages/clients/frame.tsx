/** Shows a document of somebody's in a frame: as it looks in a colour scheme, with nothing in it that runs or leads anywhere. */
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

/** Scripting is off in the frame, by its sandbox and by its own policy. */
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

/** The markup is parsed by the frame's own parser: this page's takes none from anybody (Trusted Types). */
function fill({ contentWindow, contentDocument }: HTMLIFrameElement, html: string, scheme: Scheme): void {
  if (contentWindow === null || contentDocument === null) return;
  const { DOMParser: Parser } = contentWindow as Window & typeof globalThis;
  const shown = contentDocument.adoptNode(new Parser().parseFromString(html, 'text/html').documentElement);
  // Neither would come to anything here, and the browser would say so each time.
  for (const script of shown.querySelectorAll('script')) script.remove();
  for (const field of shown.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus');
  shown.style.colorScheme = scheme;
  contentDocument.replaceChild(shown, contentDocument.documentElement);
  contentDocument.onclick = (event) => event.preventDefault();
  showAs(contentDocument, scheme);
  // Style sheets that are fetched come one by one.
  for (const link of contentDocument.querySelectorAll('link'))
    link.onload = () => showAs(contentDocument, scheme);
}

/** Answers the style sheets' questions for the reader's scheme as the administrator wants to see it, whatever their own is. */
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
