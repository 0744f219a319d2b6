<#-- Shows why a link or an identity provider can't be used, or not here, and offers a new link, or the application where the user is signed in. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#-- The one use may have been that of the code beside the link. -->
<#assign heading = msg(parts.ofReason("linkgateRejectedTitle.", (reason == "used" && (hadCode!false))?then("used-or-code", reason)))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p><@parts.around key=parts.ofReason("linkgateRejectedText.", reason) value=liveEmail!""/></p>
    <#if retryAction?has_content>
      <p>${msg("linkgateRejectedRetryText")}</p>
      <form action="${retryAction}" method="post" class="lg-buttons">
        <input type="hidden" name="token" value="${retryToken}">
        <button type="submit" name="again" value="true" class="${layout.primaryButton}">${msg("linkgateCheckEmailResend")}</button>
      </form>
    <#else>
      <#if !["signed-in", "provider", "factor", "too-old", "other-tab", "open-there", "other-user"]?seq_contains(reason)><p><@parts.goBack key="linkgateRejectedNoRetryText" named="linkgateRejectedNoRetryTo"/></p></#if>
      <@parts.back class=layout.primaryButton/>
    </#if>
  </#if>
</@layout.registrationLayout>
