<#-- Keycloak's page for removing a way to sign in: names a kind by its words, where the user has given it no name. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign kinds = {
  "otp": "linkgateAccountFactor.otp",
  "recovery-authn-codes": "linkgateAccountFactor.recovery-authn-codes",
  "webauthn": "linkgateAccountFactor.webauthn",
  "webauthn-passwordless": "webauthn-passwordless-display-name",
  "password": "password"
}>
<#assign label = (kinds[credentialLabel]??)?then(msg(kinds[credentialLabel]!""), credentialLabel)>
<#assign heading = sentence.with("deleteCredentialTitle", label)>
<@layout.registrationLayout displayMessage=false pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${msg("deleteCredentialMessage")}</p>
    <form action="${url.loginAction}" method="post" class="lg-buttons">
      <button type="submit" class="lg-button lg-button-danger lg-button-block" name="accept" id="kc-accept" value="true">${msg("linkgateAccountRemove")}</button>
      <button type="submit" class="${layout.button}" name="cancel-aia" id="kc-decline" value="true">${msg("linkgateCancel")}</button>
    </form>
  </#if>
</@layout.registrationLayout>
