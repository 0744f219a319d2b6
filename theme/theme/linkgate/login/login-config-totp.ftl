<#-- Keycloak's set-up of an authenticator app: says who asks for it, and describes the QR code in the page's language. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#import "password-commons.ftl" as passwordCommons>
<#assign codeError = messagesPerField.existsError("totp")?then(messagesPerField.getFirstError("totp")!"", "")>
<#assign labelError = messagesPerField.existsError("userLabel")?then(messagesPerField.getFirstError("userLabel")!"", "")>
<#assign heading = msg("loginTotpTitle")>
<@layout.registrationLayout displayMessage=!(codeError?has_content || labelError?has_content || sentence.repeatsAction()) pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p><#if !(isAppInitiatedAction??)>${sentence.with("linkgateFactorIntro", sentence.application())} </#if>${msg("linkgateTotpIntro")}</p>
    <ol id="kc-totp-settings">
      <li>
        <p>${msg("loginTotpStep1")}</p>
        <ul id="kc-totp-supported-apps"><#list totp.supportedApplications as app><li>${msg(app)}</li></#list></ul>
      </li>
      <#if (mode!"") == "manual">
        <li>
          <p>${msg("loginTotpManualStep2")}</p>
          <p><span id="kc-totp-secret-key" dir="ltr">${totp.totpSecretEncoded}</span></p>
          <p><a href="${totp.qrUrl}" id="mode-barcode">${msg("loginTotpScanBarcode")}</a></p>
        </li>
        <li>
          <p>${msg("loginTotpManualStep3")}</p>
          <ul>
            <li id="kc-totp-type">${msg("loginTotpType")}: ${msg("loginTotp." + totp.policy.type)}</li>
            <li id="kc-totp-algorithm">${msg("loginTotpAlgorithm")}: ${totp.policy.getAlgorithmKey()}</li>
            <li id="kc-totp-digits">${msg("loginTotpDigits")}: ${totp.policy.digits}</li>
            <#if totp.policy.type == "totp">
              <li id="kc-totp-period">${msg("loginTotpInterval")}: ${totp.policy.period}</li>
            <#else>
              <li id="kc-totp-counter">${msg("loginTotpCounter")}: ${totp.policy.initialCounter}</li>
            </#if>
          </ul>
        </li>
      <#else>
        <li>
          <p>${msg("loginTotpStep2")}</p>
          <p><img id="kc-totp-secret-qr-code" src="data:image/png;base64, ${totp.totpSecretQrCode}" alt="${msg("linkgateTotpQrCode")}"></p>
          <p><a href="${totp.manualUrl}" id="mode-manual">${msg("loginTotpUnableToScan")}</a></p>
        </li>
      </#if>
      <li><p>${msg("loginTotpStep3")}</p></li>
    </ol>
    <form id="kc-totp-settings-form" action="${url.loginAction}" method="post">
      <input type="hidden" id="totpSecret" name="totpSecret" value="${totp.totpSecret}">
      <#if mode??><input type="hidden" id="mode" name="mode" value="${mode}"></#if>
      <@layout.field id="totp" label=msg("authenticatorCode") error=codeError errorId="input-error-otp-code"; class>
        <input class="${class} lg-code" id="totp" name="totp" type="text" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none"
               spellcheck="false" dir="ltr" required<#if codeError?has_content> autofocus aria-invalid="true" aria-describedby="input-error-otp-code"</#if>>
      </@layout.field>
      <@layout.field id="userLabel" label=msg("loginTotpDeviceName") error=labelError errorId="input-error-otp-label" hint=msg("loginTotpStep3DeviceName") hintId="otp-label-hint"; class>
        <input class="${class}" id="userLabel" name="userLabel" type="text" autocomplete="off" dir="auto"<#if totp.otpCredentials?size gte 1> required</#if>
               <#if labelError?has_content>autofocus aria-invalid="true" aria-describedby="input-error-otp-label otp-label-hint"<#else>aria-describedby="otp-label-hint"</#if>>
      </@layout.field>
      <@passwordCommons.logoutOtherSessions/>
      <div class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" id="saveTOTPBtn">${msg("doContinue")}</button>
        <#if isAppInitiatedAction??><button type="submit" class="${layout.linkButton}" id="cancelTOTPBtn" name="cancel-aia" value="true" formnovalidate>${msg("linkgateCancel")}</button></#if>
      </div>
    </form>
  </#if>
</@layout.registrationLayout>
