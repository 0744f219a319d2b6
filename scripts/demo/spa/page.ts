/** The single-page application's document; its script renders the content. */
import { html } from '../html/html.ts';
import { page } from '../html/page.ts';

export function spaPage(): string {
  return page({
    title: 'Single page',
    branding: 'spa',
    script: '/assets/spa.js',
    main: html`<main id="app"><p>Loading…</p><noscript><p>This application needs JavaScript.</p></noscript></main>`,
  });
}
