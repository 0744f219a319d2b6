"""A relying party made with Authlib, driven by authlib.test.ts, which acts as the browser.

It reads its configuration as one line of JSON, prints {"url": ...}, reads the callback URL as the next line, and prints
its results: {"token": ..., "claims": ..., "userinfo": ..., "introspection": ..., "revocation_status": ...,
"introspection_afterwards": ..., "userinfo_status_afterwards": ..., "sign_out": {"url": ..., "state": ...}}. If the server or the library rejects, it prints
{"error": ..., "description": ...} instead.
"""

import json
import sys

from authlib.integrations.base_client import OAuthError
from authlib.integrations.base_client.sync_app import BaseApp, OAuth2Mixin
from authlib.integrations.base_client.sync_openid import OpenIDMixin
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc6749.parameters import parse_authorization_code_response

TIMEOUT_SECONDS = 90


class RelyingParty(OAuth2Mixin, OpenIDMixin, BaseApp):
    """Authlib's OpenID Connect client, without any of the web frameworks that it has adapters for."""

    client_cls = OAuth2Session


def print_json(value):
    print(json.dumps(value), flush=True)


def main():
    config = json.loads(sys.stdin.readline())
    party = RelyingParty(
        framework=None,
        client_id=config["client_id"],
        client_secret=config.get("client_secret"),
        server_metadata_url=config["base_url"] + "/.well-known/openid-configuration",
        client_kwargs={
            "scope": config["scope"],
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": config["authentication"],
            "revocation_endpoint_auth_method": config["authentication"],
            "default_timeout": TIMEOUT_SECONDS,
        },
    )
    request = party.create_authorization_url(config["redirect_uri"])
    print_json({"url": request["url"]})

    response = parse_authorization_code_response(sys.stdin.readline().strip(), state=request["state"])
    token = party.fetch_access_token(
        config["redirect_uri"], code=response["code"], code_verifier=request["code_verifier"]
    )
    claims = party.parse_id_token(token, request["nonce"])
    metadata = party.load_server_metadata()
    with party._get_oauth_client(**metadata) as session:
        access_token = token["access_token"]
        userinfo = party.userinfo(token=token)
        introspect = lambda: session.introspect_token(metadata["introspection_endpoint"], access_token).json()
        before = introspect() if config.get("client_secret") else None
        revocation = session.revoke_token(metadata["revocation_endpoint"], access_token)
        sign_out = party.create_logout_url(config["post_logout_redirect_uri"], id_token_hint=token["id_token"])
        print_json(
            {
                "token": token,
                "claims": claims,
                "userinfo": userinfo,
                "introspection": before,
                "revocation_status": revocation.status_code,
                "revocation_body": revocation.text,
                "introspection_afterwards": introspect() if config.get("client_secret") else None,
                "userinfo_status_afterwards": party.get(metadata["userinfo_endpoint"], token=token).status_code,
                "sign_out": sign_out,
            }
        )


if __name__ == "__main__":
    try:
        main()
    except OAuthError as problem:
        print_json({"error": problem.error, "description": problem.description})
