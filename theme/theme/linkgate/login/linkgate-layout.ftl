<#-- What Linkgate's own pages are made of in this theme; theme-resources has the same for every other one. -->
<#import "template.ftl" as template>
<#assign primaryButton = "lg-button lg-button-primary lg-button-block">
<#assign button = "lg-button lg-button-block">
<#assign linkButton = "lg-link">
<#assign scripts = url.resourcesPath + "/js">

<#macro registrationLayout displayMessage=true pageTitle="" checkSession=true>
<@template.registrationLayout displayMessage=displayMessage pageTitle=pageTitle checkSession=checkSession; section><#nested section></@template.registrationLayout>
</#macro>

<#-- A text field with its label; the nested content is its input, which gets a class. -->
<#macro field id label error="" errorId="" hint="" hintId="">
        <div class="lg-field">
          <label class="lg-label" for="${id}">${label}</label>
          <#nested "lg-input">
          <#if error?has_content><p class="lg-error" id="${errorId}" role="alert">${error}</p></#if>
          <#if hint?has_content><p class="lg-hint" id="${hintId}">${hint}</p></#if>
        </div>
</#macro>

<#-- A provider's own mark, or its initial. -->
<#macro providerMark provider>
<#local marks = ["google", "microsoft", "facebook", "linkedin", "gitlab", "github", "apple"]?filter(mark -> provider.providerId?starts_with(mark))>
<#if marks?has_content && ["github", "apple"]?seq_contains(marks[0])><span class="lg-icon lg-provider lg-icon-${marks[0]}" aria-hidden="true"></span><#elseif marks?has_content><img class="lg-provider" src="${url.resourcesPath}/img/${marks[0]}.svg" alt=""><#else><span class="lg-provider lg-initial" aria-hidden="true">${provider.displayName[0..<1]?upper_case}</span></#if></#macro>
