<#-- The "check your email" page of the step: accepts the one-time code, or shows the state of the link. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#assign error = messagesPerField.existsError("code")?then(messagesPerField.get("code"), "")>
<#assign titles = {"waiting": "linkgateCheckEmailTitle", "expired": "linkgateExpiredTitle", "continued": "linkgateElsewhereTitle"}>
<@layout.registrationLayout displayMessage=!error?has_content; section>
  <#if section == "header">
    ${msg(titles[state])}
  <#elseif section == "form">
    <#-- The outer element has no class: a theme's display would win over "hidden". -->
    <div id="linkgate-waiting"<#if polls??> data-state-url="${polls.stateUrl}" data-interval="${polls.interval?c}"</#if>>
    <div class="${properties.kcFormClass!}">
      <#if state == "continued">
        <p class="instruction">${msg("linkgateElsewhereText")}</p>
      <#elseif state == "expired" && sentTo?has_content>
        <p class="instruction"><@parts.around key="linkgateExpiredText" value=sentTo/></p>
      <#elseif sentTo?has_content>
        <p class="instruction"><@parts.around key="linkgateStepSent" value=sentTo/></p>
      <#else>
        <p class="instruction">${(state == "expired")?then(msg("linkgateRejectedText.expired"), msg("linkgateStepSentKnown"))}</p>
      </#if>
      <#if codeField>
        <form id="linkgate-step-code" class="${properties.kcFormClass!}" action="${url.loginAction}" method="post">
          <@parts.field name="code" label=msg("linkgateCodeLabel") error=error; class>
            <input class="${class}" id="code" name="code" type="text" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none" spellcheck="false"
                   dir="ltr" maxlength="64" required autofocus aria-describedby="<#if error?has_content>input-error-code </#if>code-hint"<#if error?has_content> aria-invalid="true"</#if>>
          </@parts.field>
          <p id="code-hint" class="${properties.kcInputHelperTextBeforeClass!}">${msg("linkgateCodeHint", codeLength)}</p>
          <div class="${properties.kcFormGroupClass!}">
            <@parts.button label=msg("linkgateCodeSubmit") isMain=true/>
          </div>
        </form>
      <#elseif error?has_content>
        <p role="alert" class="${properties.kcInputErrorMessageClass!}">${error}</p>
      </#if>
      <#if state == "waiting">
        <ul>
          <li>${msg("linkgateCheckEmailLifetime", lifetimeMinutes)}</li>
          <li>${anywhere?then(msg("linkgateCheckEmailDevice"), msg("linkgateStepHere"))}</li>
          <li>${msg("linkgateCheckEmailMissing")}</li>
        </ul>
      </#if>
      <form id="linkgate-step-again" class="${properties.kcFormClass!}" action="${url.loginAction}" method="post">
        <#if state == "continued">
          <@parts.again label=msg("linkgateElsewhereAgain") value="change"/>
        <#else>
          <@parts.again label=msg("linkgateCheckEmailResend") value="resend"/>
          <#if sentTo?has_content><@parts.again label=msg("linkgateCheckEmailChange") value="change"/></#if>
        </#if>
      </form>
    </div>
    </div>
    <#if polls??>
      <div id="linkgate-continued" hidden>
        <p class="instruction" role="status"><strong>${msg("linkgateElsewhereTitle")}</strong></p>
        <p>${msg("linkgateElsewhereText")}</p>
      </div>
      <form id="linkgate-step-look" action="${url.loginAction}" method="post" hidden><input type="hidden" name="action" value="look"></form>
      <script type="module" src="${url.resourcesPath}/js/linkgate-step.js"></script>
    </#if>
  </#if>
</@layout.registrationLayout>
