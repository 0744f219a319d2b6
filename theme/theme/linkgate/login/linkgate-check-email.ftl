<#-- The "check your email" page: accepts the one-time code; or shows the outcome of the link or the tab: ended, or continued elsewhere. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- waiting, expired, continued (in another browser), other-tab (of this one), approved (to this one), ended or lost (with its cookies) -->
<#assign titles = {"waiting": "linkgateCheckEmailTitle", "expired": "linkgateExpiredTitle", "continued": "linkgateElsewhereTitle", "other-tab": "linkgateContinuedTitle", "approved": "linkgateApprovedTitle", "ended": "linkgateEndedTitle", "lost": "linkgateLostTitle"}>
<#assign heading = msg(titles[state])>
<#assign codeError = messagesPerField.existsError("code")>
<@layout.registrationLayout displayMessage=!codeError pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if ["other-tab", "ended", "lost"]?seq_contains(state)>
      <p>${msg({"other-tab": "linkgateContinuedText", "ended": "linkgateEndedText", "lost": "linkgateLostText"}[state])}</p>
      <p>${msg("linkgateContinuedAgain")}</p>
      <#if (client.baseUrl)?has_content><p><a href="${client.baseUrl}">${msg("linkgateBackToApplication")}</a></p></#if>
    <#elseif state == "approved">
      <p><@sentence.around key="linkgateApprovedText" value=sentTo/></p>
      <p class="lg-alert lg-alert-warning"><@sentence.around key="linkgateConfirmLive" value=liveEmail/></p>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" name="action" value="cross-device"><span><@sentence.around key="linkgateConfirmSubmit" value=sentTo/></span></button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    <#elseif state == "continued">
      <p>${msg("linkgateElsewhereText")}</p>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.button}" name="action" value="change">${msg("linkgateElsewhereAgain")}</button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    <#else>
      <#if state == "expired">
        <p><@sentence.around key="linkgateExpiredText" value=sentTo/></p>
      <#else>
        <p><@sentence.around key="linkgateCheckEmailSent" value=sentTo/></p>
      </#if>
      <#if comparisonCode??>
        <section class="lg-apart">
          <p>${msg("linkgateCheckEmailCrossDevice")}</p>
          <p class="lg-comparison-code" dir="ltr"><#list 0..<comparisonCode?length as i><span>${comparisonCode[i]}</span></#list></p>
          <p class="lg-hint">${msg("linkgateCheckEmailCodeWarning")}</p>
          <noscript><p class="lg-buttons"><a class="${layout.button}" href="${polling.flowUrl}">${msg("linkgateCheckEmailGoOn")}</a></p></noscript>
        </section>
      </#if>
      <#if codeField>
        <form action="${url.loginAction}" method="post" class="lg-field">
          <@layout.field id="code" label=msg("linkgateCodeLabel") error=codeError?then(messagesPerField.getFirstError("code")!"", "") errorId="code-error" hint=msg("linkgateCodeHint", codeLength) hintId="code-hint"; class>
            <input class="${class}" id="code" name="code" type="text" autocomplete="one-time-code" inputmode="numeric" autocapitalize="none"
                   spellcheck="false" dir="ltr" maxlength="64" required autofocus
                   aria-describedby="<#if codeError>code-error </#if>code-hint"<#if codeError> aria-invalid="true"</#if>>
          </@layout.field>
          <div class="lg-buttons">
            <button type="submit" class="${layout.primaryButton}">${msg("linkgateCodeSubmit")}</button>
          </div>
        </form>
      <#elseif codeError>
        <p class="lg-alert lg-alert-error" id="code-error" role="alert">${messagesPerField.getFirstError("code")}</p>
      </#if>
      <#if state == "waiting">
        <ul class="lg-facts">
          <li>${msg("linkgateCheckEmailLifetime", lifetimeMinutes)}</li>
          <#if !comparisonCode??><li>${msg("linkgateCheckEmailDevice")}</li></#if>
          <li>${msg("linkgateCheckEmailMissing")}</li>
        </ul>
      </#if>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${(state == "expired")?then(layout.primaryButton, layout.button)}" name="action" value="resend">${msg("linkgateCheckEmailResend")}</button>
        <button type="submit" class="${layout.button}" name="action" value="change">${msg("linkgateCheckEmailChange")}</button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    </#if>
  </#if>
</@layout.registrationLayout>
