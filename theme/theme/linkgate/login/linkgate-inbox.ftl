<#-- Says that a link was sent and what can be done with it; or, once it was used, that sign-in went on elsewhere. -->
<#import "template.ftl" as layout>
<#import "sentence.ftl" as sentence>
<#assign wentOn = continued!false>
<#assign heading = msg(wentOn?then("linkgateContinuedTitle", "linkgateInboxTitle"))>
<@layout.registrationLayout pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if wentOn>
      <p>${msg("linkgateContinuedText")}</p>
    <#else>
      <p><@sentence.around key="linkgateInboxSent" value=sentTo/></p>
      <ul class="lg-facts">
        <li>${msg("linkgateInboxLifetime", lifetimeMinutes)}</li>
        <li>${msg("linkgateInboxDevice")}</li>
        <li>${msg("linkgateInboxMissing")}</li>
      </ul>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="lg-button lg-button-block" name="action" value="resend">${msg("linkgateInboxResend")}</button>
        <button type="submit" class="lg-button lg-button-block" name="action" value="change">${msg("linkgateInboxChange")}</button>
        <button type="submit" class="lg-link" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    </#if>
  </#if>
</@layout.registrationLayout>
