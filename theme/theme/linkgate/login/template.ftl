<#-- The frame of every sign-in page, ours and Keycloak's own: the same macro and nested sections as in the stock template. -->
<#import "footer.ftl" as loginFooter>
<#import "linkgate-step-parts.ftl" as sentence>

<#--
  checkSession: reload the page when another tab has started a sign-in meanwhile. Off where a reload can't help.
  startSessionPolling is deliberately not loaded: in a tab whose sign-in continued elsewhere it would respond with a second code.
-->
<#macro registrationLayout bodyClass="" displayInfo=false displayMessage=true displayRequiredFields=false pageTitle="" checkSession=true>
<#-- Keycloak's own pages have no other title than their heading, in which two of them have a script. -->
<#local heading><#nested "header"></#local>
<#local headingText = heading?markup_string?replace("<script[\\s\\S]*?</script>|<[^>]*>", "", "r")?trim>
<!DOCTYPE html>
<html lang="${lang}" dir="${((locale.rtl)!false)?then('rtl', 'ltr')}" class="<#if darkMode!true>lg-dark-allowed</#if>"<@brandingStyle/>>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light<#if darkMode!true> dark</#if>">
  <meta name="robots" content="noindex, nofollow">
  <title><#if pageTitle?has_content>${pageTitle?trim}<#elseif headingText?has_content>${headingText?no_esc}<#else>${title!}</#if></title>
  <link rel="icon" href="${url.resourcesPath}/img/favicon.svg" type="image/svg+xml">
  <#list (properties.styles!"")?split(" ") as style>
  <link rel="stylesheet" href="${url.resourcesPath}/${style}">
  </#list>
  <#if !pageId?starts_with("linkgate-") || pageId == "linkgate-passkey" || enableWebAuthnConditionalUI?has_content>
  <#-- Keycloak's scripts for passkeys import this by its bare name. -->
  <script type="importmap">
    {"imports": {"rfc4648": "${url.resourcesCommonPath}/vendor/rfc4648/rfc4648.js"}}
  </script>
  </#if>
  <#list scripts![] as script>
  <script src="${script}"></script>
  </#list>
  <script type="module" src="${url.resourcesPath}/js/send-once.js"></script>
  <#if (polling.flowUrl)??>
  <script type="module" src="${url.resourcesPath}/js/sign-in-state.js" data-state-url="${polling.stateUrl}" data-flow-url="${polling.flowUrl}" data-state="${polling.state}" data-interval="${polling.interval?c}"></script>
  </#if>
  <#if reloadsOnce!false>
  <script type="module" src="${url.resourcesPath}/js/reload-once.js"></script>
  </#if>
  <#if checkSession && authenticationSession??>
  <script type="module" src="${url.resourcesPath}/js/check-session.js" data-auth-session="${authenticationSession.authSessionIdHash}"></script>
  </#if>
</head>
<body class="${bodyClass}" data-page-id="login-${pageId}">
<main class="lg-card">
  <header class="lg-header">
    <#if (branding.logo)?has_content>
      <img class="lg-logo" src="${branding.logo}" alt="${clientName!realm.displayName}" referrerpolicy="no-referrer">
    <#else>
      <span class="lg-realm"><span class="lg-mark" aria-hidden="true"></span><span class="lg-name">${realm.displayName}</span></span>
    </#if>
    <@languages/>
  </header>

  <h1 id="kc-page-title">${sentence.unbroken(heading)}</h1>

  <#if auth?has_content && auth.showUsername() && !auth.showResetCredentials()>
    <#nested "show-username">
    <p id="kc-username" class="lg-account">
      <bdi id="kc-attempted-username">${auth.attemptedUsername}</bdi>
      <a id="reset-login" href="${url.loginRestartFlowUrl}">${msg("restartLoginTooltip")}</a>
    </p>
  </#if>

  <#-- Not for warnings of an application's own action: they only repeat that it is required, and of two requests in a tab one may show the other's. -->
  <#if displayMessage && (message.summary)?has_content && (message.type != "warning" || !isAppInitiatedAction??)>
    <p class="lg-alert lg-alert-${message.type}" role="${(message.type == 'error')?then('alert', 'status')}">${message.summary}</p>
  </#if>

  <#if displayRequiredFields>
    <p class="lg-hint lg-required"><span class="required" aria-hidden="true">*</span> ${msg("requiredFields")}</p>
  </#if>

  <#nested "form">

  <#if auth?has_content && auth.showTryAnotherWayLink()>
    <@otherForm id="kc-select-try-another-way-form" name="tryAnotherWay" value="on" label=msg("doTryAnotherWay")/>
  </#if>
  <#if switchOrganizationEnabled!false>
    <@otherForm id="kc-switch-organization-form" name="switchOrganization" value="true" label=msg("doSwitchOrganization")/>
  </#if>

  <#nested "socialProviders">

  <#if displayInfo>
    <div id="kc-info" class="lg-info"><#nested "info"></div>
  </#if>
  <@loginFooter.content/>
</main>
</body>
</html>
</#macro>

<#-- The client's colours, instead of the style sheet's own. The server has checked them. -->
<#macro brandingStyle><#if branding??> style="<#if (branding.primaryColor)?has_content>--lg-primary:${branding.primaryColor};--lg-on-primary:${branding.onPrimaryColor};</#if><#if (branding.backgroundColor)?has_content>--lg-backdrop:${branding.backgroundColor};</#if>"</#if></#macro>

<#-- A language's own name first: it helps those who can't read the present one. -->
<#function ownNameFirst label>
  <#return label?replace(r"^([^()]+) \(([^()]+)\)$", "$2 ($1)", "r")>
</#function>

<#macro languages>
  <#-- The response to a form can't be requested again in another language. -->
  <#if realm.internationalizationEnabled && locale.supported?size gt 1 && !(isFormResponse!false)>
    <details id="kc-locale" class="lg-languages">
      <summary aria-label="${msg('languages')}: ${locale.current}"><span class="lg-icon lg-icon-globe"></span>${locale.current}<span class="lg-icon lg-icon-chevron"></span></summary>
      <ul>
        <#list locale.supported as language>
          <li><a href="${language.url}" hreflang="${language.languageTag}"<#if language.languageTag == locale.currentLanguageTag> aria-current="true"</#if>>${ownNameFirst(language.label)}</a></li>
        </#list>
      </ul>
    </details>
  </#if>
</#macro>

<#macro otherForm id name value label>
  <form id="${id}" class="lg-other" action="${url.loginAction}" method="post">
    <button type="submit" class="lg-link" name="${name}" value="${value}">${label}</button>
  </form>
</#macro>
