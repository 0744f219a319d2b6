/** Starts the application: signs the administrator in, loads their permissions, then renders the pages. */
import { render } from 'preact';
import { appRoot, CONFIG } from './server/config.ts';
import { enter } from './server/sign-in.ts';
import { App } from './shell/app.tsx';
import { Plain } from './shell/plain.tsx';
import { initLanguage } from './texts/language.ts';
import './style.css';

initLanguage();

/** URLs are compared literally: cookies and redirect URIs belong to the realm's own URL. */
if (location.origin !== new URL(CONFIG.page).origin) {
  location.replace(`${CONFIG.page}${location.hash}`);
} else if (!window.isSecureContext) {
  show(<Plain why="insecure" />);
} else {
  show(<Plain why="entering" />);
  enter().then(
    (outcome) => {
      if (outcome === 'in') show(<App />);
      else if (outcome !== 'leaving') show(<Plain why="rejected" detail={outcome.rejected} />);
    },
    (failure: unknown) => show(<Plain why="failed" detail={String(failure)} />),
  );
}

function show(view: preact.ComponentChild): void {
  render(view, appRoot());
}
