<#-- The first page of the step: prompts for an address or user name, or only for a click if the user is known. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#import "linkgate-passkey-signal.ftl" as signals>
<#assign error = messagesPerField.existsError("email")?then(messagesPerField.get("email"), "")>
<#-- A page that asks for the name has a button for each other way, which carries the name along, in place of Keycloak's link. -->
<#assign otherWays = prompts?then(auth.authenticationSelections?filter(way -> way.authExecId != ownWay), [])>
<#if otherWays?has_content><@parts.withoutOtherWayLink/></#if>
<#global title = parts.titleFor("linkgateEmailTitle", clientName)>
<@layout.registrationLayout displayMessage=parts.hasMessage() && !error?has_content; section>
  <#if section == "header">
    ${title}
  <#elseif section == "form">
    <link rel="stylesheet" href="${url.resourcesPath}/css/linkgate-pages.css">
    <form id="linkgate-step-form" class="${properties.kcFormClass!}" action="${url.loginAction}" method="post">
      <p class="instruction">${msg(parts.ofEmail(parts.forPurpose(prompts?then("linkgateStepIntro", "linkgateStepKnown"))))}</p>
      <@parts.linked class="instruction"/>
      <#if prompts>
        <@parts.field name="email" label=realm.registrationEmailAsUsername?then(msg("email"), msg("usernameOrEmail")) error=error; class>
          <input class="${class}" id="email" name="email" type="text" value="${email}" autocomplete="${(enableWebAuthnConditionalUI?has_content)?then("username webauthn", "username")}" autocapitalize="none" spellcheck="false"
                 dir="ltr" maxlength="254" required autofocus<#if error?has_content> aria-invalid="true" aria-describedby="input-error-email"</#if>>
        </@parts.field>
      </#if>
      <#if offersRememberMe>
        <div class="${properties.kcFormGroupClass!}">
          <label for="rememberMe" class="${properties.kcCheckboxClass!}">
            <input class="${properties.kcCheckboxInputClass!}" id="rememberMe" name="rememberMe" type="checkbox" value="on"<#if isRemembering> checked</#if>>
            <span class="${properties.kcCheckboxLabelClass!}">${msg("rememberMe")}</span>
          </label>
        </div>
      </#if>
      <div class="${properties.kcFormGroupClass!}">
        <@parts.button label=msg(parts.ofEmail("linkgateEmailSubmit")) name="action" value="send" id="linkgate-send" isMain=true/>
      </div>
      <#if otherWays?has_content>
        <p class="lg-or"><span>${msg("linkgateProviderOr")}</span></p>
        <#list otherWays as way><@parts.wayButton way/></#list>
      </#if>
    </form>
    <#if enableWebAuthnConditionalUI?has_content>
      <#import "passkeys.ftl" as passkeys>
      <@passkeys.conditionalUIData/>
    </#if>
    <@signals.signal/>
    <#if passkeyCheck><script type="module" src="${url.resourcesPath}/js/linkgate/passkey-support.js"></script></#if>
  <#elseif section == "socialProviders">
    <#if listsProviders><@parts.providers/></#if>
  </#if>
</@layout.registrationLayout>
