<#-- What Linkgate's own pages are made of in a theme that doesn't extend Linkgate's: that theme's layout and classes. -->
<#import "template.ftl" as template>
<#import "linkgate-step-parts.ftl" as parts>
<#assign block = "${properties.kcButtonBlockClass!} ${properties.kcButtonLargeClass!}">
<#assign primaryButton = parts.primaryButton()>
<#assign button = "${properties.kcButtonClass!} ${(properties.kcButtonSecondaryClass)!(properties.kcButtonDefaultClass)!} ${block}">
<#assign linkButton = (properties.kcButtonLinkClass)!"lg-link">
<#assign scripts = url.resourcesPath + "/js/linkgate">

<#-- checkSession: the theme does that by itself. -->
<#macro registrationLayout displayMessage=true pageTitle="" checkSession=true>
<#global title = pageTitle>
<#-- The response to a form can't be requested again in another language. -->
<#if (isFormResponse!false) && locale??><#global locale = locale + {"supported": []}></#if>
<@template.registrationLayout displayMessage=displayMessage && parts.hasMessage(); section>
  <#if section == "form">
    <link rel="stylesheet" href="${url.resourcesPath}/css/linkgate-pages.css">
    <#if (branding.logo)?has_content><p><img class="lg-logo" src="${branding.logo}" alt="${clientName!realm.displayName}" referrerpolicy="no-referrer"></p></#if>
    <div class="lg-page ${properties.kcFormClass!}"><#nested section></div>
    <script type="module" src="${scripts}/stop-polling.js"></script>
    <script type="module" src="${scripts}/send-once.js"></script>
    <#if polling??>
      <script type="module" src="${scripts}/sign-in-state.js" data-state-url="${polling.stateUrl}" data-flow-url="${polling.flowUrl}" data-state="${polling.state}" data-interval="${polling.interval?c}"></script>
    </#if>
    <#if reloadsOnce!false>
      <script type="module" src="${scripts}/reload-once.js"></script>
    </#if>
  <#else><#nested section></#if>
</@template.registrationLayout>
</#macro>

<#macro field id label error="" errorId="" hint="" hintId="">
  <@parts.field name=id label=label error=error errorId=errorId; class><#nested class></@parts.field>
  <#if hint?has_content><p class="lg-hint ${properties.kcInputHelperTextBeforeClass!}" id="${hintId}">${hint}</p></#if>
</#macro>

<#-- A provider's icon, in themes that have icons for them. -->
<#macro providerMark provider><@parts.providerIcon provider/></#macro>
