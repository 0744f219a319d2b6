<#-- The link "This wasn't me" in the email about a new device: asks before the device is signed out, and tells what was done. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- pending, ended, over, expired or invalid -->
<#assign heading = msg("linkgateNotMeTitle." + state)>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if email?? || browser?? || system??>
      <ul class="lg-facts">
        <#if email??><li><bdi>${email}</bdi></li></#if>
        <#if browser?? || system??><li><@sentence.browserName of=.data_model/></li></#if>
      </ul>
    </#if>
    <p>${msg("linkgateNotMeText." + state)}</p>
    <#if state == "pending">
      <form action="${action}" method="post" class="lg-buttons">
        <button type="submit" name="confirm" value="${confirmKey}" class="${layout.primaryButton}">${sentence.unbroken(msg("linkgateNotMeSubmit"))}</button>
      </form>
      <p class="lg-info">${msg("linkgateNotMeWasYou")}</p>
    <#elseif state == "ended" || state == "over">
      <p>${msg("linkgateNotMeAdvice")}</p>
      <#if passkeys??><p><a href="${passkeys}">${msg("linkgateNotMePasskeys")}</a></p></#if>
    </#if>
  </#if>
</@layout.registrationLayout>
