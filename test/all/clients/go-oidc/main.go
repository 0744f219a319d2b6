// A relying party made with go-oidc, driven by relying-parties.test.ts, which acts as the browser.
//
// It reads its settings from RELYING_PARTY, as JSON. "/" shows the email address of the signed-in user, or starts a sign-in;
// "/sign-out" redirects to the server's sign-out, which redirects to "/signed-out".
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

// The state of a browser: its pending authorization request, then its user.
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

// Stores a browser under a new name, and removes the old one.
func (app *application) store(response http.ResponseWriter, before string, known browser) {
	name := random()
	app.mutex.Lock()
	defer app.mutex.Unlock()
	delete(app.browsers, before)
	app.browsers[name] = known
	http.SetCookie(response, &http.Cookie{Name: cookieName, Value: name, Path: "/", HttpOnly: true})
}

func (app *application) home(response http.ResponseWriter, request *http.Request) {
	name, known := app.find(request)
	if known.email != "" {
		fmt.Fprintln(response, known.email)
		return
	}
	login := browser{state: random(), nonce: random(), verifier: oauth2.GenerateVerifier()}
	app.store(response, name, login)
	target := app.party.AuthCodeURL(login.state, oidc.Nonce(login.nonce), oauth2.S256ChallengeOption(login.verifier))
	http.Redirect(response, request, target, http.StatusFound)
}

func (app *application) callback(response http.ResponseWriter, request *http.Request) {
	name, known := app.find(request)
	query := request.URL.Query()
	if known.state == "" || query.Get("state") != known.state {
		http.Error(response, "not the state that was sent", http.StatusBadRequest)
		return
	}
	token, err := app.party.Exchange(request.Context(), query.Get("code"), oauth2.VerifierOption(known.verifier))
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadGateway)
		return
	}
	rawIDToken, _ := token.Extra("id_token").(string)
	idToken, err := app.verifier.Verify(request.Context(), rawIDToken)
	if err != nil {
		http.Error(response, err.Error(), http.StatusBadGateway)
		return
	}
	if idToken.Nonce != known.nonce || idToken.VerifyAccessToken(token.AccessToken) != nil {
		http.Error(response, "not the nonce that was sent, or not the ID token of the access token", http.StatusBadGateway)
		return
	}
	info, err := app.provider.UserInfo(request.Context(), oauth2.StaticTokenSource(token))
	if err != nil || info.Subject != idToken.Subject || !info.EmailVerified {
		http.Error(response, fmt.Sprint("not the userinfo of the ID token: ", err), http.StatusBadGateway)
		return
	}
	app.store(response, name, browser{email: info.Email, idToken: rawIDToken})
	http.Redirect(response, request, "/", http.StatusFound)
}

func (app *application) signOut(response http.ResponseWriter, request *http.Request) {
	name, known := app.find(request)
	app.store(response, name, browser{})
	query := url.Values{"id_token_hint": {known.idToken}, "post_logout_redirect_uri": {app.url + "/signed-out"}}
	http.Redirect(response, request, app.endSession+"?"+query.Encode(), http.StatusFound)
}

func main() {
	var config setting
	if err := json.Unmarshal([]byte(os.Getenv("RELYING_PARTY")), &config); err != nil {
		log.Fatal(err)
	}
	address, err := url.Parse(config.URL)
	if err != nil {
		log.Fatal(err)
	}
	provider, err := oidc.NewProvider(context.Background(), config.Issuer)
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
			ClientID:     config.ClientID,
			ClientSecret: config.ClientSecret,
			Endpoint:     provider.Endpoint(),
			RedirectURL:  config.URL + "/callback",
			Scopes:       []string{oidc.ScopeOpenID, "email"},
		},
		provider:   provider,
		verifier:   provider.Verifier(&oidc.Config{ClientID: config.ClientID}),
		endSession: further.EndSession,
		url:        config.URL,
		browsers:   map[string]browser{},
	}
	http.HandleFunc("/", app.home)
	http.HandleFunc("/callback", app.callback)
	http.HandleFunc("/sign-out", app.signOut)
	http.HandleFunc("/signed-out", func(response http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(response, "Signed out")
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+address.Port(), nil))
}
