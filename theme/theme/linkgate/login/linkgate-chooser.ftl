<#-- Lists this device's accounts: one click continues with an account, or sends it a link. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-alternatives.ftl" as alternatives>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = msg("linkgateChooserTitle")>
<@layout.registrationLayout pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if (branding.text)?has_content><p class="lg-branding-text" dir="auto">${branding.text}</p></#if>
    <@sentence.forgottenAccount class=layout.linkButton/>
    <p>${sentence.with("linkgateChooserIntro", clientName!realm.displayName)}</p>
    <ul class="lg-choices">
      <#list accounts as account>
        <li>
          <form action="${url.loginAction}" method="post">
            <button type="submit" class="lg-choice" name="account" value="${account.id}">
              <span>
                <#if account.name != account.email?keep_before_last("@")><span class="lg-choice-title">${account.name}</span><br></#if>
                <bdi id="address-${account?index}">${account.email}</bdi><br>
                <span class="lg-hint">${msg(account.live?then("linkgateChooserLive", sentence.ofEmail("linkgateChooserLink")))}</span>
              </span>
              <span class="lg-icon lg-icon-chevron lg-onward"></span>
            </button>
            <button type="submit" class="${layout.linkButton} lg-small" name="forget" value="${account.id}" id="forget-${account?index}"
                    aria-labelledby="forget-${account?index} address-${account?index}">${msg("linkgateChooserForget")}</button>
          </form>
        </li>
      </#list>
    </ul>
    <form action="${url.loginAction}" method="post" class="lg-buttons">
      <button type="submit" class="${layout.button}" name="show" value="address">${msg("linkgateChooserOther")}</button>
    </form>
    <@alternatives.ways/>
    <@alternatives.cancel/>
  </#if>
</@layout.registrationLayout>
