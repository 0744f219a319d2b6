<#-- Shows why a request can't continue: what the user can do about it, and the error for the application's developers. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign button = "lg-button lg-button-primary lg-button-block">
<#-- Keycloak's own page of a path that doesn't exist has nothing but this text. -->
<#assign isMissing = !(problem??) && message.summary == msg("pageNotFound")>
<#assign heading = isMissing?then(msg("linkgateProblemTitle.missing"), (problem??)?then(msg("linkgateProblemTitle." + (problem.kind)!""), msg("errorTitle")))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p id="kc-error-message"><#if isMissing>${msg("linkgateProblemText.missing")}<#else>${kcSanitize(message.summary)?no_esc}</#if><#if (problem.wait)??> ${msg("linkgateProblemWait" + problem.wait.suffix, problem.wait.count, problem.wait.count?c)}</#if></p>
    <#if traceId??><p id="traceId">${msg("traceIdSupportMessage", traceId)}</p></#if>
    <#if !(skipLink??)>
      <#if !(problem??) && client?? && !(sentence.wayOn().url??)><p><@sentence.goBack key="linkgateContinuedAgain" named="linkgateContinuedAgainTo"/></p></#if>
      <#-- Anyone can name a client to sign out from: the page is the same for one that doesn't exist. -->
      <#if ((problem.kind)!"") != "sign-out"><@sentence.back class=button id="backToApplication"/></#if>
    </#if>
    <#-- The response to a form can't be requested again. -->
    <#if ["unavailable", "server"]?seq_contains((problem.kind)!"") && !(isFormResponse!false)>
      <p class="lg-buttons"><a class="${button}" href="">${msg("doTryAgain")}</a></p>
    </#if>
    <#if ownPage??><p><a href="${ownPage}">${msg("linkgateAccountTitle")}</a></p></#if>
    <#if problem??>
      <details class="lg-info">
        <summary>${msg("linkgateProblemDetails")}</summary>
        <p lang="en" dir="ltr"><code>${problem.code}</code> ${problem.text}</p>
      </details>
    </#if>
  </#if>
</@layout.registrationLayout>
