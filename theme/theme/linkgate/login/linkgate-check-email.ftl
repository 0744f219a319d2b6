<#-- The "check your email" page: accepts the one-time code; or shows the outcome of the link or the tab: ended, or continued elsewhere. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-passkey-sign-in.ftl" as signIn>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- waiting, expired, continued (in another browser), other-tab (of this one), approved (to this one), ended or lost (with its cookies) -->
<#assign titles = {"waiting": "linkgateCheckEmailTitle", "expired": "linkgateExpiredTitle", "continued": "linkgateElsewhereTitle", "other-tab": "linkgateContinuedTitle", "approved": "linkgateApprovedTitle", "ended": "linkgateEndedTitle", "lost": "linkgateLostTitle"}>
<#assign heading = msg((state == "expired")?then(sentence.ofEmail(titles[state]), titles[state]))>
<#assign codeOnly = codeOnly!false>
<#assign codeError = messagesPerField.existsError("code")>
<@layout.registrationLayout displayMessage=!codeError pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if ["other-tab", "ended", "lost"]?seq_contains(state)>
      <p>${msg({"other-tab": "linkgateContinuedText", "ended": "linkgateEndedText", "lost": sentence.ofEmail("linkgateLostText")}[state])}</p>
      <p><@sentence.goBack key="linkgateContinuedAgain" named="linkgateContinuedAgainTo"/></p>
      <@sentence.back class=layout.primaryButton/>
    <#elseif state == "approved">
      <p><@sentence.around key="linkgateApprovedText" value=sentTo/></p>
      <p class="lg-alert lg-alert-warning"><@sentence.around key="linkgateConfirmLive" value=liveEmail/></p>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" name="action" value="cross-device"><span><@sentence.around key="linkgateConfirmSubmit" value=sentTo/></span></button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    <#elseif state == "continued">
      <p>${msg(sentence.ofEmail("linkgateElsewhereText"))}</p>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.button}" name="action" value="change">${msg("linkgateElsewhereAgain")}</button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    <#elseif state == "expired">
      <p><@sentence.around key=sentence.ofEmail("linkgateExpiredText") value=sentTo/></p>
      <form action="${url.loginAction}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}" name="action" value="resend">${msg(sentence.ofEmail("linkgateCheckEmailResend"))}</button>
        <button type="submit" class="${layout.linkButton}" name="action" value="change">${msg("linkgateCheckEmailChange")}</button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
    <#else>
      <#if isRejected!false>
        <p class="lg-alert lg-alert-warning" role="alert"><@sentence.around key="linkgateCheckEmailRejected" value=sentTo/></p>
      <#else>
        <@sentence.sentTo key=sentence.ofEmail("linkgateCheckEmailSent") resentKey=sentence.ofEmail("linkgateCheckEmailResent") address=sentTo/>
      </#if>
      <@sentence.webmailButton class=codeOnly?then(layout.button, layout.primaryButton)/>
      <#if codeField>
        <form action="${url.loginAction}" method="post" class="lg-field">
          <@layout.field id="code" label=sentence.unbroken(msg(sentence.ofEmail("linkgateCodeLabel"))) error=codeError?then(messagesPerField.getFirstError("code")!"", "") errorId="code-error"; class>
            <input class="${class} lg-code" id="code" name="code" type="text" autocomplete="one-time-code"<@sentence.codeAttributes/>
                   spellcheck="false" dir="ltr" maxlength="64" value="${typedCode!}" required<#if codeError || (codeOnly && !resent??)> autofocus</#if><#if codeError> aria-describedby="code-error" aria-invalid="true"</#if>>
          </@layout.field>
          <button type="submit" class="${(webmail?? && !codeOnly)?then(layout.button, layout.primaryButton)}" id="code-submit">${msg("linkgateCodeSubmit")}</button>
        </form>
      <#elseif codeError>
        <p class="lg-alert lg-alert-error" id="code-error" role="alert">${messagesPerField.getFirstError("code")}</p>
      </#if>
      <#if comparisonCode??>
        <@sentence.comparison>
          <noscript><p><a class="${layout.button}" href="${polling.flowUrl}">${msg("linkgateCheckEmailGoOn")}</a></p></noscript>
        </@sentence.comparison>
      </#if>
      <#-- Without a field, a rejected code leaves only one way: another link. -->
      <#assign onlyResend = codeError && !codeField>
      <form action="${url.loginAction}" method="post" class="${onlyResend?then("lg-buttons", "lg-actions")}">
        <@sentence.resendButton class=onlyResend?then(layout.primaryButton, layout.linkButton)/>
        <button type="submit" class="${layout.linkButton}" name="action" value="change">${msg("linkgateCheckEmailChange")}</button>
        <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
      </form>
      <p class="lg-hint">${msg("linkgateCheckEmailMissing")}</p>
      <p class="lg-hint">${msg(sentence.ofEmail("linkgateCheckEmailLifetime" + lifetime.suffix), lifetime.count, lifetime.count?c)}<#if !comparisonCode??> ${msg(codeOnly?then("linkgateCodeHere", "linkgateCheckEmailDevice"))}</#if></p>
      <#if resent??><script type="module" src="${layout.scripts}/resend-pause.js"></script></#if>
      <#if codeField><script type="module" src="${layout.scripts}/one-time-code.js"></script></#if>
      <script type="module" src="${layout.scripts}/waiting-focus.js"></script>
    </#if>
    <@signIn.support/>
  </#if>
</@layout.registrationLayout>
