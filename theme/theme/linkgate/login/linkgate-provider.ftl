<#-- After a first sign-in at an identity provider: sends a link to an address that isn't proven, or asks for the referral code of a new account. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign emailError = messagesPerField.existsError("email")>
<#assign referralError = messagesPerField.existsError("referral_code")>
<#assign heading = msg(isProven?then("linkgateProviderNewTitle", "linkgateProviderTitle"))>
<@layout.registrationLayout displayMessage=!(emailError || referralError) pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if isProven>
      <p><@sentence.around key="linkgateProviderNewText" value=email/></p>
    <#else>
      <p>${sentence.with(sentence.ofEmail(hasAddress?then("linkgateProviderText", "linkgateProviderNoAddress")), providerName)}</p>
      <#if hasAddress><p><span class="lg-value"><bdi>${email}</bdi></span></p></#if>
      <#if hasAddress && emailError><p class="lg-error" id="email-error" role="alert">${sentence.addressError(email)}</p></#if>
    </#if>
    <form action="${url.loginAction}" method="post">
      <#if !hasAddress>
      <@layout.field id="email" label=msg("linkgateEmailLabel") error=emailError?then(sentence.addressError(email), "") errorId="email-error"; class>
        <input class="${class}" id="email" name="email" type="email" value="${email}" autocomplete="email" inputmode="email"
               autocapitalize="none" spellcheck="false" dir="ltr" maxlength="254" required autofocus
               <#if emailError>aria-invalid="true" aria-describedby="email-error"</#if>>
      </@layout.field>
      </#if>
      <#if referralField && isProven>
        <@referral/>
      <#elseif referralField>
        <details class="lg-more"<#if (noAccount!false) || referralError || referralCode?has_content> open</#if>>
        <summary>${msg("linkgateReferralSummary")}</summary>
        <@referral/>
        </details>
      </#if>
      <div class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" name="action" value="${isProven?then("sign-up", "send")}">${msg(isProven?then("linkgateProviderNewSubmit", sentence.ofEmail("linkgateEmailSubmit")))}</button>
        <a class="${layout.button}" id="linkgate-other-way" href="${url.loginRestartFlowUrl}">${msg("linkgateProviderOther")}</a>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true" formnovalidate>${msg("linkgateCancel")}</button>
      </div>
    </form>
  </#if>
</@layout.registrationLayout>

<#macro referral>
      <@layout.field id="referral_code" label=msg("linkgateReferralLabel") error=referralError?then(messagesPerField.getFirstError("referral_code")!"", "") errorId="referral-error" hint=(isProven || (noAccount!false))?then("", msg("linkgateReferralHint")) hintId="referral-hint"; class>
        <input class="${class}" id="referral_code" name="referral_code" type="text" value="${referralCode}" autocomplete="off"
               autocapitalize="none" spellcheck="false" dir="ltr"<#if isProven> required</#if><#if isProven || referralError> autofocus</#if><#if referralError> aria-invalid="true" aria-describedby="referral-error"<#elseif !isProven && !(noAccount!false)> aria-describedby="referral-hint"</#if>>
      </@layout.field>
</#macro>
