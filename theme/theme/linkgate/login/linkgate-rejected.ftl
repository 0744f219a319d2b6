<#-- Shows why a link or an identity provider can't be used, and offers a new link, or the application where the user is signed in. -->
<#import "linkgate-layout.ftl" as layout>
<#assign heading = msg("linkgateRejectedTitle." + reason)>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${msg("linkgateRejectedText." + reason)}</p>
    <#if retryAction?has_content>
      <p>${msg("linkgateRejectedRetryText")}</p>
      <form action="${retryAction}" method="post">
        <input type="hidden" name="token" value="${retryToken}">
        <button type="submit" name="again" value="true" class="${layout.primaryButton}">${msg("linkgateCheckEmailResend")}</button>
      </form>
    <#elseif reason == "signed-in">
      <#if (client.baseUrl)?has_content><p><a href="${client.baseUrl}">${msg("linkgateBackToApplication")}</a></p></#if>
    <#elseif reason != "provider">
      <p>${msg("linkgateRejectedNoRetryText")}</p>
    </#if>
  </#if>
</@layout.registrationLayout>
