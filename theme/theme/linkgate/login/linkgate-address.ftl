<#-- A link of a change of address: asks for a click, which confirms or stops the change; then what came of it. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- confirm, half (the other address hasn't confirmed it yet), changed, stopped or invalid -->
<#assign heading = msg("linkgateAddressState." + state)>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if state == "confirm">
      <p><@sentence.around key=(side == "old")?then("linkgateAddressOld", "linkgateAddressNew") value=newEmail/></p>
      <form action="${action}" method="post" class="lg-buttons">
        <input type="hidden" name="token" value="${token}">
        <button type="submit" name="confirm" value="${confirmKey}" class="${layout.primaryButton}">${msg("linkgateAddressConfirm")}</button>
      </form>
      <#if side == "old">
        <p class="lg-info">${msg("linkgateAddressNotYou")}</p>
        <form action="${action}" method="post" class="lg-buttons">
          <input type="hidden" name="token" value="${token}">
          <input type="hidden" name="stop" value="true">
          <button type="submit" name="confirm" value="${confirmKey}" class="${layout.button}">${msg("linkgateAddressStop")}</button>
        </form>
      <#else>
        <p class="lg-info">${msg("linkgateConfirmNotRequested")}</p>
      </#if>
    <#else>
      <p>${msg("linkgateAddressEnd." + state)}</p>
      <#if home??><p class="lg-buttons"><a class="${layout.primaryButton}" href="${home}">${msg("linkgateAccountSignIn")}</a></p></#if>
    </#if>
  </#if>
</@layout.registrationLayout>
