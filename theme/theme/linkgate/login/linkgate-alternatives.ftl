<#-- The other ways than by email, below the sign-in page and the account chooser: a passkey, and the identity providers in Keycloak's order and with its names. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-passkey-sign-in.ftl" as signIn>
<#import "linkgate-step-parts.ftl" as sentence>

<#macro ways>
    <#if enableWebAuthnConditionalUI?has_content || offeredProviders?has_content>
    <#-- Without a provider, a script shows it where the browser has passkeys. -->
    <div id="linkgate-alternatives"<#if !offeredProviders?has_content> hidden</#if>>
      <p class="lg-or"><span>${msg("linkgateProviderOr")}</span></p>
      <ul class="lg-choices">
        <@signIn.button/>
        <#if offeredProviders?has_content>
        <#list social.providers?filter(provider -> offeredProviders?seq_contains(provider.alias)) as provider>
        <li><a class="${layout.button}" id="social-${provider.alias}" href="${provider.loginUrl}"><@layout.providerMark provider/><span>${sentence.with("linkgateProviderContinue", provider.displayName)}</span></a></li>
        </#list>
        </#if>
      </ul>
    </div>
    </#if>
    <@signIn.passkey/>
</#macro>

<#-- Leaves the page, after all ways to go on. -->
<#macro cancel>
    <form action="${url.loginAction}" method="post" class="lg-buttons">
      <button type="submit" class="${layout.linkButton}" name="cancel" value="true">${msg("linkgateCancel")}</button>
    </form>
</#macro>
