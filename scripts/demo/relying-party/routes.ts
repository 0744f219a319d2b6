/** The routes of a relying party with a server. */
import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { LANGUAGES } from '../../../provider-scripts/src/realm/language/languages.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import { type Explanation, explainFailure, explainResponse } from './failure.ts';
import { failurePage, signedInPage, signedOutPage } from './pages.ts';
import type { RelyingParty } from './relying-party.ts';
import { mayRestart, restartsOf } from './restarts.ts';
import { completeSignIn, PROMPTS, type SignInOptions, signOutUrl, startSignIn } from './sign-in.ts';

const SEE_OTHER = 303;

const NOTHING_TO_COMPLETE: Explanation = {
  status: 400,
  title: 'Nothing to complete',
  text: 'This address is the redirect URI. It only works with a response from Linkgate.',
};

const NO_COOKIES: Explanation = {
  status: 400,
  title: 'Your browser stores no cookies for this page',
  text: 'Linkgate’s responses come with a state that was immediately forgotten here. Allow cookies for this page, then try again.',
};

export function relyingPartyRoutes(relyingParty: RelyingParty, sessions: BrowserSessions): Router {
  const { id, paths, baseUrl } = relyingParty;
  const router = Router();

  const redirectToSignIn = async (request: Request, response: Response, options: SignInOptions) => {
    const pending = await startSignIn(relyingParty, options);
    sessions.findOrCreate(request, response)[id].pending.set(pending.state, pending);
    response.redirect(SEE_OTHER, pending.authorizationUrl.href);
  };
  const sendFailure = (response: Response, explanation: Explanation) => {
    response.status(explanation.status).send(failurePage(relyingParty, explanation));
  };

  router.get(paths.home, (request, response) => {
    const signedIn = sessions.find(request)?.[id].signedIn;
    response.send(signedIn ? signedInPage(relyingParty, signedIn) : signedOutPage(relyingParty));
  });

  router.get(paths.signIn, async (request, response) => {
    const prompt = PROMPTS.find((known) => known === request.query.prompt);
    const language = LANGUAGES.find(({ tag }) => tag === request.query.language)?.tag;
    await redirectToSignIn(request, response, { prompt, language });
  });

  router.get(paths.callback, async (request, response) => {
    const authorizationResponse = new URL(relyingParty.redirectUri);
    authorizationResponse.search = new URL(request.originalUrl, relyingParty.redirectUri).search;
    const state = authorizationResponse.searchParams.get('state');
    const session = sessions.find(request)?.[id];
    const pending = state === null ? undefined : session?.pending.remove(state);
    if (session && pending) {
      session.signedIn = await completeSignIn(relyingParty, pending, authorizationResponse);
      sessions.renew(request, response);
      response.redirect(SEE_OTHER, paths.home);
      return;
    }
    // Any site can send users here with an unknown state: no part of such a response is used, not even its error description.
    const error = authorizationResponse.searchParams.get('error');
    if (error !== null) return sendFailure(response, explainResponse(error));
    if (!authorizationResponse.searchParams.has('code')) return sendFailure(response, NOTHING_TO_COMPLETE);
    if (!mayRestart(state)) return sendFailure(response, NO_COOKIES);
    await redirectToSignIn(request, response, { restarts: restartsOf(state) + 1 });
  });

  router.post(paths.signOut, async (request, response) => {
    const session = sessions.find(request)?.[id];
    const signedIn = session?.signedIn;
    if (!signedIn) return response.redirect(SEE_OTHER, paths.home);
    session.signedIn = undefined;
    response.redirect(SEE_OTHER, (await signOutUrl(relyingParty, signedIn)).href);
  });

  router.use(((error, _request, response, _next) => {
    sendFailure(response, explainFailure(error, baseUrl));
  }) satisfies ErrorRequestHandler);
  return router;
}
