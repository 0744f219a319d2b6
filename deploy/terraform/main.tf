# A realm's settings and clients with Keycloak's provider, from the declarations in realm-config. It manages a realm that
# Keycloak's own import has created, as in deploy/kubernetes: keys, scopes, flow and user profile come with that file, since
# the provider can't remove what Keycloak adds to a realm that is created in any other way (docs/kubernetes.md). So do API
# scopes, since it can't set an attribute of a client scope: declare them in realm-config/realms/linkgate.json and build the
# file (node scripts/run.mjs realm-file.ts). A client's are then among its optionalClientScopes, which are assigned below.

terraform {
  required_version = ">= 1.6"
  required_providers {
    keycloak = {
      source  = "keycloak/keycloak"
      version = ">= 5.8"
    }
  }
}

# It reads its credentials from KEYCLOAK_USER and KEYCLOAK_PASSWORD.
provider "keycloak" {
  url       = var.server
  client_id = "admin-cli"
}

variable "server" {
  description = "The base URL of the admin API, such as http://localhost:8080."
  type        = string
}

variable "realm_file" {
  description = "The ready-made realm file, or one of your own in the same format."
  type        = string
  default     = "../../realm-config/import/linkgate-realm.json"
}

variable "email" {
  description = "The mail server, and the address that links come from."
  type = object({
    host     = string
    port     = string
    from     = string
    login    = optional(object({ username = string, password = string }))
    starttls = optional(bool, false)
  })
  sensitive = true
}

variable "secrets" {
  description = "The confidential clients' secrets, by client id."
  type        = map(string)
  sensitive   = true
}

variable "demo_port" {
  description = "The port that the sample's clients have in their URIs."
  type        = string
  default     = "3000"
}

locals {
  realm = jsondecode(replace(file(var.realm_file), "$${DEMO_PORT}", var.demo_port))
  # The client of the admin pages is imported with the realm.
  clients = { for client in local.realm.clients : client.clientId => client if client.clientId != "linkgate-admin" }
  # Attributes that the provider has arguments for.
  arguments = [
    "post.logout.redirect.uris",
    "use.refresh.tokens",
    "client_credentials.use_refresh_token",
    "oauth2.device.authorization.grant.enabled",
    "standard.token.exchange.enabled",
    "oauth2.jwt.authorization.grant.enabled",
    "exclude.session.state.from.auth.response",
    "display.on.consent.screen",
    "consent.screen.text",
  ]
}

import {
  to = keycloak_realm.linkgate
  id = local.realm.realm
}

resource "keycloak_realm" "linkgate" {
  realm        = local.realm.realm
  enabled      = local.realm.enabled
  display_name = local.realm.displayName
  attributes   = local.realm.attributes

  login_theme  = local.realm.loginTheme
  email_theme  = local.realm.emailTheme
  browser_flow = local.realm.browserFlow

  access_token_lifespan                = "${local.realm.accessTokenLifespan}s"
  access_code_lifespan                 = "${local.realm.accessCodeLifespan}s"
  access_code_lifespan_login           = "${local.realm.accessCodeLifespanLogin}s"
  access_code_lifespan_user_action     = "${local.realm.accessCodeLifespanUserAction}s"
  sso_session_idle_timeout             = "${local.realm.ssoSessionIdleTimeout}s"
  sso_session_max_lifespan             = "${local.realm.ssoSessionMaxLifespan}s"
  revoke_refresh_token                 = local.realm.revokeRefreshToken
  refresh_token_max_reuse              = local.realm.refreshTokenMaxReuse
  offline_session_idle_timeout         = "${local.realm.offlineSessionIdleTimeout}s"
  offline_session_max_lifespan_enabled = local.realm.offlineSessionMaxLifespanEnabled
  offline_session_max_lifespan         = "${local.realm.offlineSessionMaxLifespan}s"

  registration_allowed           = local.realm.registrationAllowed
  registration_email_as_username = local.realm.registrationEmailAsUsername
  login_with_email_allowed       = local.realm.loginWithEmailAllowed
  duplicate_emails_allowed       = local.realm.duplicateEmailsAllowed
  edit_username_allowed          = local.realm.editUsernameAllowed
  reset_password_allowed         = local.realm.resetPasswordAllowed
  remember_me                    = local.realm.rememberMe
  verify_email                   = local.realm.verifyEmail
  ssl_required                   = local.realm.sslRequired

  internationalization {
    supported_locales = local.realm.supportedLocales
    default_locale    = local.realm.defaultLocale
  }

  smtp_server {
    host              = var.email.host
    port              = var.email.port
    from              = var.email.from
    from_display_name = local.realm.smtpServer.fromDisplayName
    starttls          = var.email.starttls

    dynamic "auth" {
      for_each = nonsensitive(var.email.login == null) ? [] : [var.email.login]
      content {
        username = auth.value.username
        password = auth.value.password
      }
    }
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "keycloak_openid_client" "client" {
  for_each = local.clients

  realm_id      = keycloak_realm.linkgate.id
  client_id     = each.key
  name          = each.value.name
  access_type   = each.value.publicClient ? "PUBLIC" : "CONFIDENTIAL"
  client_secret = each.value.publicClient ? null : var.secrets[each.key]

  consent_required             = each.value.consentRequired
  full_scope_allowed           = each.value.fullScopeAllowed
  standard_flow_enabled        = each.value.standardFlowEnabled
  implicit_flow_enabled        = each.value.implicitFlowEnabled
  direct_access_grants_enabled = each.value.directAccessGrantsEnabled
  service_accounts_enabled     = each.value.serviceAccountsEnabled
  base_url                     = try(each.value.baseUrl, null)
  valid_redirect_uris          = try(each.value.redirectUris, [])
  web_origins                  = each.value.webOrigins

  valid_post_logout_redirect_uris = compact(split("##", lookup(each.value.attributes, "post.logout.redirect.uris", "")))

  use_refresh_tokens                        = each.value.attributes["use.refresh.tokens"] == "true"
  use_refresh_tokens_client_credentials     = each.value.attributes["client_credentials.use_refresh_token"] == "true"
  oauth2_device_authorization_grant_enabled = each.value.attributes["oauth2.device.authorization.grant.enabled"] == "true"
  standard_token_exchange_enabled           = each.value.attributes["standard.token.exchange.enabled"] == "true"
  oauth2_jwt_authorization_grant_enabled    = each.value.attributes["oauth2.jwt.authorization.grant.enabled"] == "true"
  exclude_session_state_from_auth_response  = each.value.attributes["exclude.session.state.from.auth.response"] == "true"
  display_on_consent_screen                 = each.value.attributes["display.on.consent.screen"] == "true"
  consent_screen_text                       = each.value.attributes["consent.screen.text"]

  extra_config = { for name, value in each.value.attributes : name => value if !contains(local.arguments, name) }
}

resource "keycloak_generic_protocol_mapper" "own_audience" {
  for_each = local.clients

  realm_id        = keycloak_realm.linkgate.id
  client_id       = keycloak_openid_client.client[each.key].id
  name            = each.value.protocolMappers[0].name
  protocol        = each.value.protocolMappers[0].protocol
  protocol_mapper = each.value.protocolMappers[0].protocolMapper
  # Keycloak adds whatever is omitted.
  config = merge({ "userinfo.token.claim" = "false" }, each.value.protocolMappers[0].config)
}

resource "keycloak_openid_client_default_scopes" "client" {
  for_each = local.clients

  realm_id       = keycloak_realm.linkgate.id
  client_id      = keycloak_openid_client.client[each.key].id
  default_scopes = each.value.defaultClientScopes
}

resource "keycloak_openid_client_optional_scopes" "client" {
  for_each = local.clients

  realm_id        = keycloak_realm.linkgate.id
  client_id       = keycloak_openid_client.client[each.key].id
  optional_scopes = each.value.optionalClientScopes

  depends_on = [keycloak_openid_client_default_scopes.client]
}
