<#-- The browser solves a challenge, or a service's widget has the user solve one, and the form that caused an email is sent again. Without scripts or https the page says what to do. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#assign widget = url.resourcesPath + "/js/linkgate">
<#assign administrated = clientName!realm.displayName>
<#macro repeated>
      <#list fields as field>
      <input type="hidden" name="${field.name}" value="${field.value}">
      </#list>
</#macro>
<@layout.registrationLayout pageTitle=msg("linkgateShieldTitle"); section>
  <#if section == "header">
    ${msg("linkgateShieldTitle")}
  <#elseif section == "form">
    <noscript><p class="lg-alert lg-alert-warning" role="alert"><@parts.around key="linkgateShieldScripts" value=administrated/></p></noscript>
    <p class="lg-alert lg-alert-error" role="alert" id="linkgate-shield-blocked" hidden><@parts.around key="linkgateShieldBlocked" value=administrated/></p>
    <#if service??>
    <#-- The service's widget puts its response into the form; what it adds to the page stays outside it. -->
    <#if isRepeated><p class="lg-alert lg-alert-error" role="alert">${msg("linkgateShieldRejected")}</p><#else><p>${msg("linkgateShieldService")}</p></#if>
    <form id="linkgate-shield" action="${action!url.loginAction}" method="post" data-script="${service.script}">
      <@repeated/>
      <input type="hidden" name="shield_response" value="">
    </form>
    <#if service.is_element>
    <${service.widget} data-cap-api-endpoint="${service.api}"></${service.widget}>
    <#else>
    <div class="${service.widget}" data-sitekey="${service.site_key}"<#if service.action != ""> data-action="${service.action}"</#if> data-callback="linkgateShieldSolved"></div>
    </#if>
    <script type="module" src="${layout.scripts}/shield-service.js"></script>
    <#else>
    <link rel="stylesheet" href="${widget}/altcha.css">
    <link rel="stylesheet" href="${url.resourcesPath}/css/linkgate-shield.css">
    <p class="lg-alert lg-alert-warning" role="alert" id="linkgate-shield-insecure" hidden><@parts.around key="linkgateShieldSecure" value=administrated/></p>
    <form id="linkgate-shield" action="${action!url.loginAction}" method="post" data-challenge="${challenge}" data-worker="${widget}/altcha-pbkdf2.js" data-starts="${(!isRepeated)?c}"
          data-label="${msg("linkgateShieldLabel")}" data-solving="${msg("linkgateShieldSolving")}" data-solved="${msg("linkgateShieldSolved")}"
          data-failed="${msg("linkgateShieldFailed")}" data-expired="${msg("linkgateShieldExpired")}" hidden>
      <#if isRepeated><p class="lg-alert lg-alert-error" role="alert">${msg("linkgateShieldRejected")}</p><#else><p>${msg("linkgateShieldIntro")}</p></#if>
      <@repeated/>
    </form>
    <p role="status" id="linkgate-shield-status"></p>
    <script type="module" src="${widget}/altcha.js"></script>
    <script type="module" src="${layout.scripts}/shield.js"></script>
    </#if>
  </#if>
</@layout.registrationLayout>
