/** Shows an untrusted document in a frame, in a given colour scheme, with scripts and links disabled. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { CONFIG } from '../../server/config.ts';

export type Scheme = 'light' | 'dark';

interface FrameProperties {
  title: string;
  html: string;
  scheme: Scheme;
  /** Whether the frame is as narrow as a phone. */
  phone: boolean;
  /** Called if a picture can't be loaded. */
  onBroken: () => void;
}

/** The frame's sandbox and its content security policy both disable scripts. */
/** As high as its document. */
export function Frame({ title, html, scheme, phone, onBroken }: FrameProperties) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (ready && frame.current !== null) fill(frame.current, html, scheme, onBroken);
  }, [ready, html, scheme]);
  useEffect(() => {
    if (ready && frame.current !== null) fitHeight(frame.current);
  }, [ready, phone]);
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

/** Uses the frame's parser: this page's Trusted Types policy allows no HTML parsing. */
function fill(frame: HTMLIFrameElement, html: string, scheme: Scheme, onBroken: () => void): void {
  const { contentWindow, contentDocument } = frame;
  if (contentWindow === null || contentDocument === null) return;
  const { DOMParser: Parser } = contentWindow as Window & typeof globalThis;
  const root = contentDocument.adoptNode(new Parser().parseFromString(html, 'text/html').documentElement);
  // Neither works in the sandbox, and the browser would log errors.
  for (const script of root.querySelectorAll('script')) script.remove();
  for (const field of root.querySelectorAll('[autofocus]')) field.removeAttribute('autofocus');
  for (const picture of root.querySelectorAll('img')) {
    picture.addEventListener('error', onBroken);
    picture.addEventListener('load', () => fitHeight(frame));
  }
  root.style.colorScheme = scheme;
  contentDocument.replaceChild(root, contentDocument.documentElement);
  contentDocument.onclick = (event) => event.preventDefault();
  applyScheme(contentDocument, scheme);
  // Style sheets load one by one.
  for (const link of contentDocument.querySelectorAll('link'))
    link.onload = () => {
      applyScheme(contentDocument, scheme);
      fitHeight(frame);
    };
  fitHeight(frame);
}

/** Pages fill at least the window, so the frame is made low before its document is measured. */
function fitHeight(frame: HTMLIFrameElement): void {
  frame.style.blockSize = '0';
  const height = frame.contentDocument?.documentElement.scrollHeight ?? 0;
  frame.style.blockSize = `${height + 2}px`;
}

/** Makes the style sheets' colour scheme queries match the scheme that the administrator chose. */
function applyScheme(document: Document, scheme: Scheme): void {
  for (const sheet of document.styleSheets) applySchemeToRules(sheet.cssRules, scheme);
}

function applySchemeToRules(rules: CSSRuleList, scheme: Scheme): void {
  for (const rule of rules) {
    if ('media' in rule) applySchemeToMedia(rule.media as MediaList, scheme);
    if ('cssRules' in rule) applySchemeToRules(rule.cssRules as CSSRuleList, scheme);
  }
}

const SCHEME_QUERY = /\(prefers-color-scheme:\s*(dark|light)\)/g;

function applySchemeToMedia(media: MediaList, scheme: Scheme): void {
  media.mediaText = media.mediaText.replace(SCHEME_QUERY, (_, queried: string) =>
    queried === scheme ? '(min-width: 0px)' : '(max-width: 0px)',
  );
}
