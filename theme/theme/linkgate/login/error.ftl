<#-- Shows why a request can't continue: what the user can do about it, and the error for the application's developers. -->
<#import "template.ftl" as layout>
<#assign heading = (problem??)?then(msg("linkgateProblemTitle." + (problem.kind)!""), msg("errorTitle"))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p id="kc-error-message">${kcSanitize(message.summary)?no_esc}</p>
    <#if (problem.waitMinutes)??><p>${msg("linkgateProblemWait", problem.waitMinutes, problem.waitMinutes?c)}</p></#if>
    <#if traceId??><p id="traceId">${msg("traceIdSupportMessage", traceId)}</p></#if>
    <#if !(skipLink??) && (client.baseUrl)?has_content>
      <p><a id="backToApplication" href="${client.baseUrl}">${msg("linkgateBackToApplication")}</a></p>
    </#if>
    <#if problem??>
      <details class="lg-info">
        <summary>${msg("linkgateProblemDetails")}</summary>
        <p lang="en" dir="ltr"><code>${problem.code}</code> ${problem.text}</p>
      </details>
    </#if>
  </#if>
</@layout.registrationLayout>
