<#-- Shows why a link or an identity provider can't be used, and offers a new link, or the application where the user is signed in. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = msg("linkgateRejectedTitle." + reason)>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${msg("linkgateRejectedText." + reason)}</p>
    <#if retryAction?has_content>
      <p>${msg("linkgateRejectedRetryText")}</p>
      <form action="${retryAction}" method="post" class="lg-buttons">
        <input type="hidden" name="token" value="${retryToken}">
        <button type="submit" name="again" value="true" class="${layout.primaryButton}">${msg("linkgateCheckEmailResend")}</button>
      </form>
    <#else>
      <#if !["signed-in", "provider", "factor", "too-old"]?seq_contains(reason)><p>${msg("linkgateRejectedNoRetryText")}</p></#if>
      <#if (client.baseUrl)?has_content><@sentence.back url=client.baseUrl class=layout.primaryButton/></#if>
    </#if>
  </#if>
</@layout.registrationLayout>
