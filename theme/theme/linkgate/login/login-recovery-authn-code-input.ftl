<#-- Keycloak's prompt for a recovery code. They have letters, so that the keyboard isn't the numeric one of Keycloak's page. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- A locked account has its error at another field; the page doesn't tell it from a wrong code. -->
<#assign isWrong = messagesPerField.existsError("recoveryCodeInput", "username")>
<#assign heading = msg("auth-recovery-code-header")>
<@layout.registrationLayout displayMessage=!isWrong pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${sentence.with("linkgateFactorIntro", sentence.application())} ${msg("linkgateRecoveryWhere")}</p>
    <form id="kc-recovery-code-login-form" action="${url.loginAction}" method="post">
      <@layout.field id="recoveryCodeInput" label=msg("auth-recovery-code-prompt", recoveryAuthnCodesInputBean.codeNumber?c) error=isWrong?then(msg("recovery-codes-error-invalid"), "") errorId="input-error"; class>
        <input class="${class} lg-code" id="recoveryCodeInput" name="recoveryCodeInput" type="text" autocomplete="off" inputmode="text" autocapitalize="characters"
               spellcheck="false" dir="ltr" required autofocus<#if isWrong> aria-invalid="true" aria-describedby="input-error"</#if>>
      </@layout.field>
      <div class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" id="kc-login" name="login">${msg("doContinue")}</button>
      </div>
    </form>
  </#if>
</@layout.registrationLayout>
