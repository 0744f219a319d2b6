<#-- Prompts to confirm sign-out, if an application redirected here without naming the user. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = msg("logoutConfirmHeader")>
<@layout.registrationLayout pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <form action="${url.logoutConfirmAction}" method="post" class="lg-buttons">
      <input type="hidden" name="session_code" value="${logoutConfirm.code}">
      <button type="submit" class="lg-button lg-button-primary lg-button-block" name="confirmLogout" id="kc-logout" value="true">${msg("doLogout")}</button>
    </form>
    <#if !logoutConfirm.skipLink && (client.baseUrl)?has_content>
      <p class="lg-info"><a href="${client.baseUrl}">${sentence.backText()}</a></p>
    </#if>
  </#if>
</@layout.registrationLayout>
