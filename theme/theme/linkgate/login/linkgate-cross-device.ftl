<#-- A link that was opened outside the requesting browser: the choice of where to sign in, the comparison code, and the outcome. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- choice, wrong, paused, over, approved, revoked or late -->
<#assign titles = {"choice": "linkgateCrossDeviceTitle", "wrong": "linkgateCrossDeviceWrongTitle", "paused": "linkgateCrossDeviceOverTitle", "over": "linkgateCrossDeviceOverTitle", "approved": "linkgateCrossDeviceApprovedTitle", "revoked": "linkgateCrossDeviceRevokedTitle", "late": "linkgateCrossDeviceLateTitle"}>
<#-- Where the link can't sign in here. -->
<#assign only = onlyThere!false>
<#assign heading = msg((only && state == "choice")?then("linkgateCrossDeviceThereTitle", titles[state]))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if state == "approved">
      <p><@sentence.around key="linkgateCrossDeviceApprovedText" value=email/></p>
      <@requester/>
      <p>${msg("linkgateCrossDeviceRevokeText")}</p>
      <@form field="revoke" label="linkgateCrossDeviceRevoke"/>
    <#elseif state == "revoked" || state == "late">
      <p>${msg((state == "late")?then("linkgateCrossDeviceLateText", "linkgateCrossDeviceRevokedText"))}</p>
    <#else>
      <#if state != "choice">
        <p role="alert" class="lg-alert lg-alert-error">${msg({"wrong": "linkgateCrossDeviceWrongText", "paused": "linkgateCrossDevicePausedText", "over": "linkgateCrossDeviceOverText"}[state])}</p>
      </#if>
      <p><@sentence.around key="linkgateConfirmAs" value=email/></p>
      <#if liveEmail?has_content>
        <p class="lg-alert lg-alert-warning"><@sentence.around key="linkgateConfirmLive" value=liveEmail/></p>
      </#if>
      <#-- After a wrong code, which someone else may have given to the user, the page doesn't suggest signing in. -->
      <#if !only><@form field="here" label="linkgateCrossDeviceHere" primary=(state != "wrong")/></#if>
      <#if state == "choice"><@comparisonCodeForm/></#if>
      <p class="lg-info">${msg("linkgateConfirmNotRequested")}</p>
    </#if>
  </#if>
</@layout.registrationLayout>

<#-- A form that is one button. Only a pressed button confirms: email scanners submit forms without pressing one. -->
<#macro form field label primary=false>
  <form action="${action}" method="post" class="lg-buttons">
    <input type="hidden" name="token" value="${token}">
    <input type="hidden" name="${field}" value="true">
    <button type="submit" name="confirm" value="${confirmKey}" class="${primary?then(layout.primaryButton, layout.button)}">${msg(label)}</button>
  </form>
</#macro>

<#-- Which browser requested the link, when, and from where. -->
<#macro requester>
  <#if network??>
    <ul class="lg-facts">
      <li><@sentence.browserName of=.data_model/></li>
      <li>${msg("linkgateCrossDeviceWhen" + age.suffix, age.count, age.count?c)}</li>
      <li><@sentence.around key="linkgateCrossDeviceNetwork" value=network/></li>
    </ul>
  </#if>
</#macro>

<#-- The comparison code approves the sign-in in the requesting browser. -->
<#macro comparisonCodeForm>
  <section class="lg-apart">
    <#if !only><h2>${msg("linkgateCrossDeviceThereTitle")}</h2></#if>
    <@requester/>
    <form action="${action}" method="post">
      <input type="hidden" name="token" value="${token}">
      <p id="comparison-code-hint" class="lg-alert lg-alert-warning"><#if otherNetwork!false>${msg("linkgateCrossDeviceOtherNetwork")} </#if>${msg("linkgateCrossDeviceWarning")}</p>
      <@layout.field id="comparison_code" label=msg("linkgateCrossDeviceLabel") error=(typedCode??)?then(msg("linkgateCrossDeviceMalformed"), "") errorId="comparison-code-error"; class>
        <input class="${class} lg-code" id="comparison_code" name="comparison_code" type="text" value="${typedCode!}" autocomplete="off" inputmode="numeric" autocapitalize="none"
               spellcheck="false" dir="ltr" maxlength="64" size="${comparisonCodeLength}"<#if typedCode??> autofocus aria-invalid="true"</#if>
               aria-describedby="<#if typedCode??>comparison-code-error </#if>comparison-code-hint">
      </@layout.field>
      <div class="lg-buttons">
        <button type="submit" name="confirm" value="${confirmKey}" class="${layout.button}">${msg("linkgateCrossDeviceSubmit")}</button>
      </div>
    </form>
  </section>
</#macro>
