<#-- Shows why a request can't continue: what the user can do about it, and the error for the application's developers. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- Keycloak's own page of a path that doesn't exist has nothing but this text. -->
<#assign isMissing = !(problem??) && message.summary == msg("pageNotFound")>
<#assign heading = isMissing?then(msg("linkgateProblemTitle.missing"), (problem??)?then(msg("linkgateProblemTitle." + (problem.kind)!""), msg("errorTitle")))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p id="kc-error-message"><#if isMissing>${msg("linkgateProblemText.missing")}<#else>${kcSanitize(message.summary)?no_esc}</#if><#if (problem.wait)??> ${msg("linkgateProblemWait" + problem.wait.suffix, problem.wait.count, problem.wait.count?c)}</#if></p>
    <#if traceId??><p id="traceId">${msg("traceIdSupportMessage", traceId)}</p></#if>
    <#if !(skipLink??) && (client.baseUrl)?has_content>
      <@sentence.back url=client.baseUrl class="lg-button lg-button-primary lg-button-block" id="backToApplication"/>
    </#if>
    <#if problem??>
      <details class="lg-info">
        <summary>${msg("linkgateProblemDetails")}</summary>
        <p lang="en" dir="ltr"><code>${problem.code}</code> ${problem.text}</p>
      </details>
    </#if>
  </#if>
</@layout.registrationLayout>
