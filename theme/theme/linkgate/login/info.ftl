<#-- Keycloak's notices, such as that the user is signed out; a notice without a heading is the heading. -->
<#import "template.ftl" as layout>
<#assign heading = (messageHeader??)?then(msg(messageHeader!""), message.summary)>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <div id="kc-info-message">
      <#if messageHeader??><p>${message.summary}</p></#if>
      <#if requiredActions?has_content>
        <ul class="lg-facts"><#list requiredActions as action><li>${msg("requiredAction." + action)}</li></#list></ul>
      </#if>
      <#if !(skipLink??)>
        <#if pageRedirectUri?has_content>
          <p><a href="${pageRedirectUri}">${msg("linkgateBackToApplication")}</a></p>
        <#elseif actionUri?has_content>
          <p><a href="${actionUri}">${msg("proceedWithAction")}</a></p>
        <#elseif (client.baseUrl)?has_content>
          <p><a href="${client.baseUrl}">${msg("linkgateBackToApplication")}</a></p>
        </#if>
      </#if>
    </div>
  </#if>
</@layout.registrationLayout>
