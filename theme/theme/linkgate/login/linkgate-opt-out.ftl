<#-- Prompts to opt an address out of invitations, and confirms it. -->
<#import "linkgate-layout.ftl" as layout>
<#assign heading = msg((action??)?then("linkgateOptOutTitle", "linkgateOptedOutTitle"))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if action??>
      <p>${msg("linkgateOptOutText")}</p>
      <form action="${action}" method="post" class="lg-buttons">
        <button type="submit" class="${layout.primaryButton}">${msg("linkgateOptOutSubmit")}</button>
      </form>
    <#else>
      <p>${msg("linkgateOptedOutText")}</p>
    </#if>
  </#if>
</@layout.registrationLayout>
