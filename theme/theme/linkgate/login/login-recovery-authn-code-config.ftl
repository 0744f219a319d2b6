<#-- Keycloak's set-up of recovery codes, with headings in their order and without its inline script: recovery-codes.js has the buttons. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#import "password-commons.ftl" as passwordCommons>
<#assign heading = msg("recovery-code-config-header")>
<@layout.registrationLayout displayMessage=!sentence.repeatsAction() pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${msg("recovery-codes-download-file-description")}</p>
    <div class="lg-alert lg-alert-warning">
      <p><strong>${msg("recovery-code-config-warning-title")}</strong></p>
      <p>${msg("recovery-code-config-warning-message")}</p>
    </div>
    <ol id="kc-recovery-codes-list" class="lg-codes" dir="ltr">
      <#list recoveryAuthnCodesConfigBean.generatedRecoveryAuthnCodesList as code>
        <li><span>${code?counter}:</span> ${code[0..3]}-${code[4..7]}-${code[8..]}</li>
      </#list>
    </ol>
    <div id="recovery-codes" class="lg-buttons" hidden data-file="${msg("linkgateRecoveryFile")}" data-header="${msg("recovery-codes-download-file-header")}"
         data-description="${msg("recovery-codes-download-file-description")}" data-created="${msg("recovery-codes-download-file-date")}" data-copied="${msg("recovery-codes-copied")}">
      <button type="button" class="lg-button" id="printRecoveryCodes">${msg("recovery-codes-print")}</button>
      <button type="button" class="lg-button" id="downloadRecoveryCodes">${msg("recovery-codes-download")}</button>
      <button type="button" class="lg-button" id="copyRecoveryCodes">${msg("recovery-codes-copy")}</button>
      <span class="lg-hint" id="recovery-codes-copied" role="status"></span>
    </div>
    <form id="kc-recovery-codes-settings-form" action="${url.loginAction}" method="post">
      <input type="hidden" name="generatedRecoveryAuthnCodes" value="${recoveryAuthnCodesConfigBean.generatedRecoveryAuthnCodesAsString}">
      <input type="hidden" name="generatedAt" value="${recoveryAuthnCodesConfigBean.generatedAt?c}">
      <input type="hidden" id="userLabel" name="userLabel" value="${msg("recovery-codes-label-default")}">
      <div class="lg-options">
        <input type="checkbox" id="kcRecoveryCodesConfirmationCheck" name="kcRecoveryCodesConfirmationCheck" required>
        <label for="kcRecoveryCodesConfirmationCheck">${msg("recovery-codes-confirmation-message")}</label>
      </div>
      <@passwordCommons.logoutOtherSessions/>
      <div class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" id="saveRecoveryAuthnCodesBtn">${msg("recovery-codes-action-complete")}</button>
        <#if isAppInitiatedAction??><button type="submit" class="${layout.linkButton}" id="cancelRecoveryAuthnCodesBtn" name="cancel-aia" value="true" formnovalidate>${msg("linkgateCancel")}</button></#if>
      </div>
    </form>
    <script type="module" src="${layout.scripts}/recovery-codes.js"></script>
  </#if>
</@layout.registrationLayout>
