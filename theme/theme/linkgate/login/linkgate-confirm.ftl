<#-- Prompts before a link is used: names what it is for, the user who will be signed in, and the one who will be signed out. Only a pressed button confirms. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#assign heading = parts.titleFor("linkgateConfirmTitle", clientName!realm.displayName)>
<@layout.registrationLayout pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p><@parts.around key=parts.forPurpose("linkgateConfirmAs") value=email/></p>
    <@parts.linked/>
    <#if liveEmail?has_content>
      <p class="lg-alert lg-alert-warning" role="alert"><@parts.around key="linkgateConfirmLive" value=liveEmail/></p>
    </#if>
    <form action="${confirmAction}" method="post" class="lg-buttons">
      <#if confirmToken??><input type="hidden" name="token" value="${confirmToken}"></#if>
      <button type="submit" id="linkgate-confirm" name="confirm" value="${confirmKey}" class="${layout.primaryButton}"><span><@parts.around key="linkgateConfirmSubmit" value=email/></span></button>
    </form>
    <p class="lg-info">${msg("linkgateConfirmNotRequested")}</p>
  </#if>
</@layout.registrationLayout>
