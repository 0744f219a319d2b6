/** Starts the application: signs the administrator in, loads their permissions, then renders the pages. */
import { render } from 'preact';
import { appRoot, CONFIG } from './server/config.ts';
import { initSession } from './server/sign-in.ts';
import { App } from './shell/app.tsx';
import { Plain } from './shell/plain.tsx';
import { initLanguage } from './texts/language.ts';
import './style.css';

initLanguage();

// Cookies and redirect URIs only work at the realm's own URL.
if (location.origin !== new URL(CONFIG.page).origin) {
  location.replace(`${CONFIG.page}${location.hash}`);
} else if (!window.isSecureContext) {
  show(<Plain status="insecure" />);
} else {
  show(<Plain status="entering" />);
  initSession().then(
    (outcome) => {
      if (outcome === 'signed-in') show(<App />);
      else if (outcome !== 'redirecting') show(<Plain status="rejected" detail={outcome.rejected} />);
    },
    (failure: unknown) => show(<Plain status="failed" detail={String(failure)} />),
  );
}

function show(view: preact.ComponentChild): void {
  render(view, appRoot());
}
