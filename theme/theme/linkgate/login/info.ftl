<#-- Keycloak's notices, such as that the user is signed out; a notice without a heading is the heading. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign button = "lg-button lg-button-primary lg-button-block">
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
      <#if !(skipLink??) && pageRedirectUri?has_content>
        <p class="lg-buttons"><a class="${button}" href="${pageRedirectUri}">${sentence.backText()}</a></p>
      <#elseif !(skipLink??) && actionUri?has_content>
        <p class="lg-buttons"><a class="${button}" href="${actionUri}">${msg("proceedWithAction")}</a></p>
      <#elseif !(skipLink??) && sentence.wayOn().url??>
        <@sentence.back class=button/>
      <#elseif !(messageHeader??) && !requiredActions?has_content>
        <p>${msg("linkgateClosePage")}</p>
      </#if>
    </div>
  </#if>
</@layout.registrationLayout>
