<#-- Prompts for the email address that the sign-in link is sent to. -->
<#import "template.ftl" as layout>
<#import "sentence.ftl" as sentence>
<#assign heading = sentence.with("linkgateEmailTitle", clientName!realm.displayName)>
<#assign emailError = messagesPerField.existsError("email")>
<#assign referralError = messagesPerField.existsError("referral_code")>
<@layout.registrationLayout displayMessage=!(emailError || referralError) pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if (branding.text)?has_content><p class="lg-branding-text" dir="auto">${branding.text}</p></#if>
    <p>${msg("linkgateEmailIntro")}</p>
    <form action="${url.loginAction}" method="post">
      <div class="lg-field">
        <label class="lg-label" for="email">${msg("linkgateEmailLabel")}</label>
        <input class="lg-input" id="email" name="email" type="email" value="${email!}" autocomplete="email" inputmode="email"
               autocapitalize="none" spellcheck="false" dir="ltr" maxlength="254" required<#if !referralError> autofocus</#if>
               <#if emailError>aria-invalid="true" aria-describedby="email-error"</#if>>
        <#if emailError><p class="lg-error" id="email-error" role="alert">${messagesPerField.getFirstError("email")}</p></#if>
      </div>
      <#if referralField!false>
        <div class="lg-field">
          <label class="lg-label" for="referral_code">${msg("linkgateReferralLabel")}</label>
          <input class="lg-input" id="referral_code" name="referral_code" type="text" value="${referralCode!}" autocomplete="off"
                 autocapitalize="none" spellcheck="false" dir="ltr"<#if referralError> autofocus aria-invalid="true"</#if>
                 aria-describedby="<#if referralError>referral-error </#if>referral-hint">
          <#if referralError><p class="lg-error" id="referral-error" role="alert">${messagesPerField.getFirstError("referral_code")}</p></#if>
          <p class="lg-hint" id="referral-hint">${msg("linkgateReferralHint")}</p>
        </div>
      </#if>
      <div class="lg-buttons">
        <button type="submit" class="lg-button lg-button-primary lg-button-block">${msg("linkgateEmailSubmit")}</button>
        <button type="submit" class="lg-button lg-button-block" name="cancel" value="true" formnovalidate>${msg("linkgateCancel")}</button>
        <#if hasAccounts!false><button type="submit" class="lg-link" name="show" value="accounts" formnovalidate>${msg("linkgateChooserBack")}</button></#if>
      </div>
    </form>
  </#if>
</@layout.registrationLayout>
