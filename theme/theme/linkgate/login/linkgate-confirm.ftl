<#-- Prompts before a link signs in: names the user who will be signed in, and the one who will be signed out. Only a pressed button confirms. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = sentence.with("linkgateConfirmTitle", clientName!realm.displayName)>
<@layout.registrationLayout pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p><@sentence.around key="linkgateConfirmAs" value=email/></p>
    <#if liveEmail?has_content>
      <p class="lg-alert lg-alert-warning"><@sentence.around key="linkgateConfirmLive" value=liveEmail/></p>
    </#if>
    <form action="${confirmAction}" method="post" class="lg-buttons">
      <input type="hidden" name="token" value="${confirmToken}">
      <button type="submit" name="confirm" value="${confirmKey}" class="${layout.primaryButton}"><span><@sentence.around key="linkgateConfirmSubmit" value=email/></span></button>
    </form>
    <p class="lg-info">${msg("linkgateConfirmNotRequested")}</p>
  </#if>
</@layout.registrationLayout>
