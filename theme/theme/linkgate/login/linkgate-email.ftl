<#-- Prompts for the email address that the sign-in link is sent to. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-alternatives.ftl" as alternatives>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = sentence.with("linkgateEmailTitle", clientName!realm.displayName)>
<#assign emailError = messagesPerField.existsError("email")>
<#assign referralError = messagesPerField.existsError("referral_code")>
<@layout.registrationLayout displayMessage=!(emailError || referralError) pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <@sentence.forgottenAccount class=layout.linkButton/>
    <#if (branding.text)?has_content><p class="lg-branding-text" dir="auto">${branding.text}</p></#if>
    <#if emailError || referralError || !(message.summary)?has_content><p>${sentence.unbroken(msg(sentence.ofEmail("linkgateEmailIntro")))}</p></#if>
    <form action="${url.loginAction}" method="post">
      <@layout.field id="email" label=msg("linkgateEmailLabel") error=emailError?then(sentence.addressError(email!), "") errorId="email-error"; class>
        <input class="${class}" id="email" name="email" type="email" value="${email!}" autocomplete="email<#if enableWebAuthnConditionalUI?has_content> webauthn</#if>" inputmode="email"
               autocapitalize="none" spellcheck="false" dir="ltr" maxlength="254" required<#if !referralError> autofocus</#if>
               <#if emailError>aria-invalid="true" aria-describedby="email-error"</#if>>
      </@layout.field>
      <#if referralField!false>
        <#-- Few who sign in need it: open only with a code, or if one is missing. -->
        <details class="lg-more"<#if (noAccount!false) || referralError || referralCode?has_content> open</#if>>
        <summary>${msg("linkgateReferralSummary")}</summary>
        <@layout.field id="referral_code" label=msg("linkgateReferralLabel") error=referralError?then(messagesPerField.getFirstError("referral_code")!"", "") errorId="referral-error" hint=(noAccount!false)?then("", msg("linkgateReferralHint")) hintId="referral-hint"; class>
          <input class="${class}" id="referral_code" name="referral_code" type="text" value="${referralCode!}" autocomplete="off"
                 autocapitalize="none" spellcheck="false" dir="ltr"<#if referralError> autofocus aria-invalid="true"</#if>
                 <#if referralError>aria-describedby="referral-error referral-hint"<#elseif !(noAccount!false)>aria-describedby="referral-hint"</#if>>
        </@layout.field>
        </details>
      </#if>
      <div class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}">${msg(sentence.ofEmail("linkgateEmailSubmit"))}</button>
        <#if hasAccounts!false><button type="submit" class="${layout.button}" name="show" value="accounts" formnovalidate>${msg("linkgateChooserBack")}</button></#if>
      </div>
    </form>
    <@alternatives.ways/>
    <@alternatives.cancel/>
  </#if>
</@layout.registrationLayout>
