<#-- Keycloak's page for a passkey that wasn't created, without its inline script: the form works without scripts. -->
<#import "linkgate-layout.ftl" as layout>
<#assign heading = msg("webauthn-error-title")>
<@layout.registrationLayout pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <form action="${url.loginAction}" method="post" class="lg-buttons">
      <input type="hidden" name="authenticationExecution" value="${execution}">
      <input type="hidden" name="isSetRetry" value="retry">
      <button type="submit" class="${layout.primaryButton}" id="kc-try-again">${msg("doTryAgain")}</button>
    </form>
    <#if isAppInitiatedAction??>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.linkButton}" id="cancelWebAuthnAIA" name="cancel-aia" value="true">${msg("linkgateCancel")}</button>
      </form>
    </#if>
  </#if>
</@layout.registrationLayout>
