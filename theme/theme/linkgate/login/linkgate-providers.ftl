<#-- The identity providers below the sign-in page and the account chooser, in Keycloak's order and with its names and icons. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>

<#macro buttons>
    <#if offeredProviders?has_content>
    <div id="kc-social-providers" class="lg-providers">
      <p class="lg-or"><span>${msg("linkgateProviderOr")}</span></p>
      <ul class="lg-choices">
        <#list social.providers?filter(provider -> offeredProviders?seq_contains(provider.alias)) as provider>
        <li><a class="${layout.button}" id="social-${provider.alias}" href="${provider.loginUrl}"><@sentence.providerIcon provider/><span>${sentence.with("linkgateProviderContinue", provider.displayName)}</span></a></li>
        </#list>
      </ul>
    </div>
    </#if>
</#macro>
