<#-- Asks for a click before a link of the step is used: names what it is for, the user who will continue, and the one who will be signed out. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<@layout.registrationLayout; section>
  <#if section == "header">
    ${parts.titleFor("linkgateConfirmTitle", clientName)}
  <#elseif section == "form">
    <form id="linkgate-step-confirm" class="${properties.kcFormClass!}" action="${confirmAction}" method="post">
      <p class="instruction"><@parts.around key=parts.forPurpose("linkgateConfirmAs") value=email/></p>
      <@parts.linked class="instruction"/>
      <#if liveEmail??><p class="instruction" role="alert"><strong><@parts.around key="linkgateConfirmLive" value=liveEmail/></strong></p></#if>
      <input type="hidden" name="confirm" value="${confirmKey}">
      <div class="${properties.kcFormGroupClass!}">
        <@parts.button label=parts.with("linkgateConfirmSubmit", email) id="linkgate-confirm" isMain=true/>
      </div>
      <p>${msg("linkgateConfirmNotRequested")}</p>
    </form>
    <script type="module" src="${url.resourcesPath}/js/linkgate/stop-polling.js"></script>
  </#if>
</@layout.registrationLayout>
