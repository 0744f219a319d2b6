<#-- Shows why a link of the step can't be used, or not here. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as parts>
<#assign texts = {"expired": "linkgateStepExpiredText", "used": "linkgateStepUsedText", "gone": "linkgateStepGoneText"}>
<#assign titles = {"gone": "linkgateStepGoneTitle", "other-tab": "linkgateContinuedTitle", "open-there": "linkgateStepThereTitle", "other-user": "linkgateStepOtherUserTitle"}>
<@layout.registrationLayout displayMessage=false; section>
  <#if section == "header">
    <#if titles[reason]??>${msg(titles[reason])}<#else>${msg("linkgateRejectedTitle." + reason)}</#if>
  <#elseif section == "form">
    <#if reason == "other-tab">
      <p class="instruction">${msg("linkgateContinuedText")}</p>
    <#elseif reason == "open-there">
      <p class="instruction">${msg("linkgateStepThereText")}</p>
    <#elseif reason == "other-user">
      <p class="instruction"><@parts.around key="linkgateStepOtherUserText" value=liveEmail/></p>
    <#else>
      <p class="instruction">${msg(texts[reason]!("linkgateRejectedText." + reason))}</p>
      <p>${msg("linkgateRejectedNoRetryText")}</p>
    </#if>
    <#if (client.baseUrl)?has_content><@parts.back url=client.baseUrl class=parts.primaryButton()/></#if>
    <script type="module" src="${url.resourcesPath}/js/linkgate/stop-polling.js"></script>
  </#if>
</@layout.registrationLayout>
