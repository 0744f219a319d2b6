<#-- The browser solves a challenge, and the form that caused an email is sent again. Without scripts or https the page says what to do. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#assign widget = url.resourcesPath + "/js/linkgate">
<#assign administrated = clientName!realm.displayName>
<@layout.registrationLayout pageTitle=msg("linkgateShieldTitle"); section>
  <#if section == "header">
    ${msg("linkgateShieldTitle")}
  <#elseif section == "form">
    <link rel="stylesheet" href="${widget}/altcha.css">
    <noscript><p class="lg-alert lg-alert-warning" role="alert"><@parts.around key="linkgateShieldScripts" value=administrated/></p></noscript>
    <p class="lg-alert lg-alert-warning" role="alert" id="linkgate-shield-insecure" hidden><@parts.around key="linkgateShieldSecure" value=administrated/></p>
    <form id="linkgate-shield" action="${action!url.loginAction}" method="post" data-challenge="${challenge}" data-worker="${widget}/altcha-pbkdf2.js" data-starts="${(!isRepeated)?c}"
          data-label="${msg("linkgateShieldLabel")}" data-solving="${msg("linkgateShieldSolving")}" data-solved="${msg("linkgateShieldSolved")}"
          data-failed="${msg("linkgateShieldFailed")}" data-expired="${msg("linkgateShieldExpired")}" hidden>
      <#if isRepeated><p class="lg-alert lg-alert-error" role="alert">${msg("linkgateShieldRejected")}</p><#else><p>${msg("linkgateShieldIntro")}</p></#if>
      <#list fields as field>
      <input type="hidden" name="${field.name}" value="${field.value}">
      </#list>
    </form>
    <p role="status" id="linkgate-shield-status"></p>
    <script type="module" src="${widget}/altcha.js"></script>
    <script type="module" src="${layout.scripts}/shield.js"></script>
  </#if>
</@layout.registrationLayout>
