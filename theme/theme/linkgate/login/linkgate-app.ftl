<#-- Opens an app by a button: a browser shows nothing if a redirect targets an app that isn't installed. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = sentence.with(signedIn?then("linkgateAppTitle", "linkgateAppBackTitle"), clientName!realm.displayName)>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p>${msg(signedIn?then("linkgateAppText", "linkgateAppBackText"))}</p>
    <p class="lg-buttons"><a id="open-app" class="${layout.primaryButton}" href="${appAddress}">${msg("linkgateAppOpen")}</a></p>
    <#if signedIn><p class="lg-info">${msg("linkgateAppElsewhere")}</p></#if>
    <script type="module" src="${layout.scripts}/open-app.js"></script>
  </#if>
</@layout.registrationLayout>
