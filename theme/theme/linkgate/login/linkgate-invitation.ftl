<#-- The page of an invitation: prompts before it creates an account, or shows why it can't. Only a pressed button accepts. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- pending, used, expired, revoked or invalid -->
<#if state == "pending">
  <#assign heading = sentence.with("linkgateInvitationTitle", clientName!realm.displayName)>
<#else>
  <#assign heading = msg("linkgateInvitationRejectedTitle." + state)>
</#if>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if state == "pending">
      <#if inviter??><p><@sentence.around key="linkgateInvitationBy" value=inviter/></p></#if>
      <#if text??><p class="lg-quote" dir="auto">${text}</p></#if>
      <p><@sentence.around key=sentence.ofEmail(hasAccount?then("linkgateInvitationHasAccount", "linkgateInvitationAs")) value=email/></p>
      <#if liveEmail?has_content>
        <p class="lg-alert lg-alert-warning"><@sentence.around key="linkgateConfirmLive" value=liveEmail/></p>
      </#if>
      <form action="${action}" method="post" class="lg-buttons">
        <input type="hidden" name="token" value="${token}">
        <button type="submit" name="confirm" value="${confirmKey}" class="${layout.primaryButton}">${sentence.unbroken(msg(hasAccount?then(sentence.ofEmail("linkgateInvitationSendLink"), "linkgateInvitationAccept")))}</button>
      </form>
      <#if home?has_content><p><a href="${home}">${sentence.with("linkgateInvitationGoOn", clientName!realm.displayName)}</a></p></#if>
      <p class="lg-info">${msg("linkgateInvitationClosePage")}</p>
    <#else>
      <p>${msg((ofStep!false)?then(sentence.ofReason("linkgateRejectedText.", "gone"), "linkgateInvitationRejectedText." + state))}</p>
      <#if home?has_content>
        <p class="lg-buttons"><a class="${layout.primaryButton}" href="${home}">${sentence.with("linkgateInvitationGoOn", clientName!realm.displayName)}</a></p>
      <#else>
        <@sentence.back class=layout.primaryButton/>
      </#if>
    </#if>
  </#if>
</@layout.registrationLayout>
