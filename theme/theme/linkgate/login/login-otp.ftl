<#-- Keycloak's prompt for a code of the authenticator app. It says which code is meant: one from the email may have been typed just before. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign error = messagesPerField.existsError("totp")?then(messagesPerField.getFirstError("totp")!"", "")>
<#assign heading = msg("linkgateOtpTitle")>
<@layout.registrationLayout displayMessage=!error?has_content pageTitle=heading checkSession=true; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${sentence.with("linkgateFactorIntro", sentence.application())} ${msg("linkgateOtpWhere")}</p>
    <form id="kc-otp-login-form" action="${url.loginAction}" method="post">
      <#if otpLogin.userOtpCredentials?size gt 1>
        <fieldset class="lg-devices">
          <legend class="lg-label">${msg("linkgateOtpApps")}</legend>
          <#list otpLogin.userOtpCredentials as credential>
            <input id="kc-otp-credential-${credential?index}" class="lg-tile-input" type="radio" name="selectedCredentialId" value="${credential.id}"<#if credential.id == otpLogin.selectedCredentialId> checked</#if>>
            <label for="kc-otp-credential-${credential?index}" class="lg-tile" dir="auto">${credential.userLabel}</label>
          </#list>
        </fieldset>
      </#if>
      <@layout.field id="otp" label=msg("loginOtpOneTime") error=error errorId="input-error-otp-code"; class>
        <input class="${class} lg-code" id="otp" name="otp" type="text" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none"
               spellcheck="false" dir="ltr" required autofocus<#if error?has_content> aria-invalid="true" aria-describedby="input-error-otp-code"</#if>>
      </@layout.field>
      <div class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" id="kc-login" name="login">${msg("doContinue")}</button>
      </div>
    </form>
  </#if>
</@layout.registrationLayout>
