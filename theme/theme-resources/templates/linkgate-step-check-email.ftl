<#-- The "check your email" page of the step: accepts the one-time code, or shows the state of the link. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#assign codeOnly = codeOnly!false>
<#assign error = messagesPerField.existsError("code")?then(messagesPerField.get("code"), "")>
<#-- The address that an identity provider gave can't be changed here. -->
<#assign changes = sentTo?has_content && (changesAddress!true)>
<#assign titles = {"waiting": "linkgateCheckEmailTitle", "expired": "linkgateExpiredTitle", "continued": "linkgateElsewhereTitle", "approved": "linkgateApprovedTitle"}>
<#global title = msg((state == "expired")?then(parts.ofEmail(titles[state]), titles[state]))>
<@layout.registrationLayout displayMessage=parts.hasMessage() && !error?has_content; section>
  <#if section == "header">
    ${title}
  <#elseif section == "form">
    <link rel="stylesheet" href="${url.resourcesPath}/css/linkgate-pages.css">
    <#-- The outer element has no class: a theme's display would win over "hidden". -->
    <div id="linkgate-waiting"<#if polling??> data-state-url="${polling.stateUrl}" data-interval="${polling.interval?c}"<#if polling.state??> data-state="${polling.state}"</#if></#if>>
    <div class="${properties.kcFormClass!}">
      <#if state == "approved">
        <p class="instruction"><@parts.around key="linkgateApprovedText" value=sentTo/></p>
        <p class="instruction"><@parts.around key="linkgateConfirmLive" value=liveEmail/></p>
      <#elseif state == "continued">
        <p class="instruction">${msg(parts.ofEmail("linkgateStepElsewhereText"))}</p>
      <#elseif state == "expired" && sentTo?has_content>
        <p class="instruction"><@parts.around key=parts.ofEmail("linkgateExpiredText") value=sentTo/></p>
      <#elseif state == "expired">
        <p class="instruction">${msg(codeOnly?then("linkgateExpiredTitle.code", "linkgateRejectedText.expired"))}</p>
      <#elseif sentTo?has_content>
        <@parts.sentTo key=parts.ofEmail((ofProvider!false)?then("linkgateCheckEmailSent", parts.forPurpose("linkgateStepSent"))) resentKey=parts.ofEmail((ofProvider!false)?then("linkgateCheckEmailResent", "linkgateStepResent")) address=sentTo class="instruction"/>
      <#else>
        <@parts.sentTo key=parts.ofEmail(parts.forPurpose("linkgateStepSentKnown")) resentKey=parts.ofEmail(parts.forPurpose("linkgateStepResentKnown")) address="" class="instruction"/>
      </#if>
      <#if state == "waiting"><@parts.linked class="instruction"/></#if>
      <#if webmail?? && state == "waiting">
        <div class="${properties.kcFormGroupClass!}"><a class="${codeOnly?then(parts.plainButton(), parts.primaryButton())}" href="${webmail.url}" target="_blank" rel="noopener noreferrer">${parts.with("linkgateCheckEmailOpen", webmail.name)}</a></div>
      </#if>
      <#if codeField!false>
        <form id="linkgate-step-code" class="${properties.kcFormClass!}" action="${url.loginAction}" method="post">
          <@parts.field name="code" label=msg(parts.ofEmail("linkgateCodeLabel")) error=error; class>
            <input class="${class}" id="code" name="code" type="text" autocomplete="one-time-code"<@parts.codeAttributes/> spellcheck="false"
                   dir="ltr" maxlength="64" value="${typedCode!}" required<#if error?has_content || (codeOnly && !resent??)> autofocus</#if><#if error?has_content> aria-describedby="input-error-code" aria-invalid="true"</#if>>
          </@parts.field>
          <div class="${properties.kcFormGroupClass!}">
            <@parts.button label=msg("linkgateCodeSubmit") isMain=codeOnly || !(webmail??)/>
          </div>
        </form>
      <#elseif error?has_content>
        <p role="alert" class="${properties.kcInputErrorMessageClass!}">${error}</p>
      </#if>
      <#if comparisonCode??>
        <div class="lg-page">
          <@parts.comparison>
            <noscript><form action="${url.loginAction}" method="post"><@parts.again label=msg("linkgateCheckEmailGoOn") value="look"/></form></noscript>
          </@parts.comparison>
        </div>
      </#if>
      <form id="linkgate-step-again" class="${properties.kcFormClass!}" action="${url.loginAction}" method="post">
        <#if state == "approved">
          <div class="${properties.kcFormGroupClass!}">
            <button type="submit" class="${parts.primaryButton()}" name="action" value="cross-device"><span><@parts.around key="linkgateConfirmSubmit" value=sentTo/></span></button>
          </div>
          <@parts.again label=msg("linkgateCheckEmailChange") value="change"/>
        <#elseif state == "continued">
          <@parts.again label=msg("linkgateElsewhereAgain") value="change"/>
        <#elseif state == "expired">
          <@parts.again label=msg(parts.ofEmail("linkgateCheckEmailResend")) value="resend"/>
          <#if changes><@parts.again label=msg("linkgateCheckEmailChange") value="change"/></#if>
        <#elseif error?has_content && !(codeField!false)>
          <div class="${properties.kcFormGroupClass!}"><@parts.resendButton class=parts.primaryButton()/></div>
          <#if changes><@parts.again label=msg("linkgateCheckEmailChange") value="change"/></#if>
        <#else>
          <div class="${properties.kcFormGroupClass!} lg-actions">
            <@parts.resendButton class=(properties.kcButtonLinkClass)!"lg-link"/>
            <#if changes><button type="submit" class="${(properties.kcButtonLinkClass)!"lg-link"}" name="action" value="change">${msg("linkgateCheckEmailChange")}</button></#if>
          </div>
        </#if>
      </form>
      <#if state == "waiting">
        <p class="${properties.kcInputHelperTextBeforeClass!}">${msg("linkgateCheckEmailMissing")}</p>
        <p class="${properties.kcInputHelperTextBeforeClass!}">${msg(parts.ofEmail("linkgateCheckEmailLifetime" + lifetime.suffix), lifetime.count, lifetime.count?c)}<#if codeOnly> ${msg("linkgateCodeHere")}<#elseif !comparisonCode??> ${anywhere?then(msg(parts.forPurpose("linkgateCheckEmailDevice")), msg("linkgateStepHere"))}</#if></p>
        <#if resent??><script type="module" src="${url.resourcesPath}/js/linkgate/resend-pause.js"></script></#if>
        <#if codeField!false><script type="module" src="${url.resourcesPath}/js/linkgate/one-time-code.js"></script></#if>
        <script type="module" src="${url.resourcesPath}/js/linkgate/waiting-focus.js"></script>
      </#if>
    </div>
    </div>
    <script type="module" src="${url.resourcesPath}/js/linkgate/stop-polling.js"></script>
    <#if polling??>
      <div id="linkgate-continued" data-title="${msg("linkgateElsewhereTitle")}" hidden>
        <p class="instruction" role="status">${msg(parts.ofEmail("linkgateStepElsewhereText"))}</p>
        <@parts.back class=parts.primaryButton()/>
      </div>
      <form id="linkgate-step-look" action="${url.loginAction}" method="post" hidden><input type="hidden" name="action" value="look"></form>
      <script type="module" src="${url.resourcesPath}/js/linkgate-step.js"></script>
    </#if>
  </#if>
</@layout.registrationLayout>
