// A relying party made with go-oidc, driven by relying-parties.test.ts, which plays the browser.
//
// It reads its setting from RELYING_PARTY, as JSON. "/" shows the address of who is signed in, and asks for a sign-in
// otherwise; "/sign-out" leads to the server's sign-out, which leads to "/signed-out".
package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type setting struct {
	Issuer       string `json:"issuer"`
	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	URL          string `json:"url"`
}

// What is known of a browser: the request that it is on its way with, then who it is.
type browser struct {
	state, nonce, verifier string
	email, idToken         string
}

const cookieName = "relying-party"

type application struct {
	party      oauth2.Config
	provider   *oidc.Provider
	verifier   *oidc.IDTokenVerifier
	endSession string
	url        string

	mutex    sync.Mutex
	browsers map[string]browser
}

func random() string {
	bytes := make([]byte, 32)
	if _, err := rand.Read(bytes); err != nil {
		log.Fatal(err)
	}
	return base64.RawURLEncoding.EncodeToString(bytes)
}

func (app *application) find(request *http.Request) (string, browser) {
	cookie, err := request.Cookie(cookieName)
	if err != nil {
		return "", browser{}
	}
	app.mutex.Lock()
	defer app.mutex.Unlock()
	return cookie.Value, app.browsers[cookie.Value]
}

// Remembers a browser under a new name, and forgets the old one.
func (app *application) keep(answer http.ResponseWriter, before string, known browser) {
	name := random()
	app.mutex.Lock()
	defer app.mutex.Unlock()
	delete(app.browsers, before)
	app.browsers[name] = known
	http.SetCookie(answer, &http.Cookie{Name: cookieName, Value: name, Path: "/", HttpOnly: true})
}

func (app *application) home(answer http.ResponseWriter, request *http.Request) {
	name, known := app.find(request)
	if known.email != "" {
		fmt.Fprintln(answer, known.email)
		return
	}
	asking := browser{state: random(), nonce: random(), verifier: oauth2.GenerateVerifier()}
	app.keep(answer, name, asking)
	target := app.party.AuthCodeURL(asking.state, oidc.Nonce(asking.nonce), oauth2.S256ChallengeOption(asking.verifier))
	http.Redirect(answer, request, target, http.StatusFound)
}

func (app *application) callback(answer http.ResponseWriter, request *http.Request) {
	name, known := app.find(request)
	query := request.URL.Query()
	if known.state == "" || query.Get("state") != known.state {
		http.Error(answer, "not the state that was sent", http.StatusBadRequest)
		return
	}
	token, err := app.party.Exchange(request.Context(), query.Get("code"), oauth2.VerifierOption(known.verifier))
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadGateway)
		return
	}
	rawIDToken, _ := token.Extra("id_token").(string)
	idToken, err := app.verifier.Verify(request.Context(), rawIDToken)
	if err != nil {
		http.Error(answer, err.Error(), http.StatusBadGateway)
		return
	}
	if idToken.Nonce != known.nonce || idToken.VerifyAccessToken(token.AccessToken) != nil {
		http.Error(answer, "not the nonce that was sent, or not the ID token of the access token", http.StatusBadGateway)
		return
	}
	info, err := app.provider.UserInfo(request.Context(), oauth2.StaticTokenSource(token))
	if err != nil || info.Subject != idToken.Subject || !info.EmailVerified {
		http.Error(answer, fmt.Sprint("not the userinfo of the ID token: ", err), http.StatusBadGateway)
		return
	}
	app.keep(answer, name, browser{email: info.Email, idToken: rawIDToken})
	http.Redirect(answer, request, "/", http.StatusFound)
}

func (app *application) signOut(answer http.ResponseWriter, request *http.Request) {
	name, known := app.find(request)
	app.keep(answer, name, browser{})
	query := url.Values{"id_token_hint": {known.idToken}, "post_logout_redirect_uri": {app.url + "/signed-out"}}
	http.Redirect(answer, request, app.endSession+"?"+query.Encode(), http.StatusFound)
}

func main() {
	var given setting
	if err := json.Unmarshal([]byte(os.Getenv("RELYING_PARTY")), &given); err != nil {
		log.Fatal(err)
	}
	address, err := url.Parse(given.URL)
	if err != nil {
		log.Fatal(err)
	}
	provider, err := oidc.NewProvider(context.Background(), given.Issuer)
	if err != nil {
		log.Fatal(err)
	}
	var further struct {
		EndSession string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&further); err != nil {
		log.Fatal(err)
	}
	app := &application{
		party: oauth2.Config{
			ClientID:     given.ClientID,
			ClientSecret: given.ClientSecret,
			Endpoint:     provider.Endpoint(),
			RedirectURL:  given.URL + "/callback",
			Scopes:       []string{oidc.ScopeOpenID, "email"},
		},
		provider:   provider,
		verifier:   provider.Verifier(&oidc.Config{ClientID: given.ClientID}),
		endSession: further.EndSession,
		url:        given.URL,
		browsers:   map[string]browser{},
	}
	http.HandleFunc("/", app.home)
	http.HandleFunc("/callback", app.callback)
	http.HandleFunc("/sign-out", app.signOut)
	http.HandleFunc("/signed-out", func(answer http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(answer, "Signed out")
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+address.Port(), nil))
}
