<#-- Prompts for consent: names the client, and describes what it receives. -->
<#import "template.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#-- The display name; outside Linkgate realms, Keycloak's own. -->
<#assign name = clientName!(client.name?has_content?then(advancedMsg(client.name!""), client.clientId))>
<#function isOfApi scope>
  <#return (scopeNames[scope.consentScreenText])??>
</#function>
<#assign stays = oauth.clientScopesRequested?filter(scope -> scope.consentScreenText == sentence.staying)?has_content>
<#assign items = sentence.inOrder(oauth.clientScopesRequested?filter(scope -> scope.consentScreenText != sentence.staying && !isOfApi(scope)), "consentScreenText")>
<#-- What the client can do elsewhere, rather than see. -->
<#assign ofApis = oauth.clientScopesRequested?filter(scope -> isOfApi(scope))?sort_by("consentScreenText")>
<#assign heading = sentence.with("linkgateConsentTitle", name)>
<@layout.registrationLayout bodyClass="oauth" pageTitle=heading; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if !(branding.logo)?has_content && client.attributes.logoUri?has_content>
      <img class="lg-logo" src="${client.attributes.logoUri}" alt="" referrerpolicy="no-referrer">
    </#if>
    <#-- Someone else's link signs this browser in to their account. -->
    <#if (consentAccount!"")?has_content>
      <form class="lg-account" action="${url.oauthAction}" method="post">
        <input type="hidden" name="code" value="${oauth.code}">
        <p><@sentence.around key="linkgateAccountAs" value=consentAccount/></p>
        <button type="submit" class="lg-link" name="other-account" value="true">${msg("linkgateChooserOther")}</button>
      </form>
    </#if>
    <#-- What it says of itself, only these hosts prove. -->
    <#if ownHosts??>
      <div class="lg-alert lg-alert-warning">
        <p>${msg("linkgateConsentUnverified")}</p>
        <#if ownHosts.document??><p><@sentence.around key="linkgateConsentDocument" value=ownHosts.document/></p></#if>
        <#if ownHosts.returnsTo??><p><@sentence.around key="linkgateConsentReturnsTo" value=ownHosts.returnsTo/></p></#if>
      </div>
    </#if>
    <#-- Any app on the device can receive such a response: nothing proves which. -->
    <#if endsOnDevice!false><p class="lg-alert lg-alert-warning">${msg("linkgateConsentOnDevice")}</p></#if>
    <#if items?has_content>
      <p id="consent-intro">${sentence.with("linkgateConsentIntro", name)}</p>
      <ul class="lg-facts" aria-labelledby="consent-intro">
        <#list items as scope>
          <li>${advancedMsg(scope.consentScreenText)}<#if scope.parameterizedScopeParameter??>: <b>${scope.parameterizedScopeParameter}</b></#if></li>
        </#list>
      </ul>
    </#if>
    <#if ofApis?has_content>
      <p id="consent-apis">${sentence.with("linkgateConsentApi", name)}</p>
      <ul class="lg-facts" aria-labelledby="consent-apis">
        <#list ofApis as scope><li><span dir="auto">${sentence.scopeText(scope.consentScreenText, (scopeNames[scope.consentScreenText])!"")}</span></li></#list>
      </ul>
    </#if>
    <#if stays><p>${sentence.stays(name, stayDays!0)}</p></#if>
    <form action="${url.oauthAction}" method="post">
      <input type="hidden" name="code" value="${oauth.code}">
      <div class="lg-buttons">
        <button type="submit" class="lg-button lg-button-primary lg-button-block" name="accept" id="kc-login" value="true">${msg("linkgateConsentAllow")}</button>
        <button type="submit" class="lg-button lg-button-block" name="cancel" id="kc-cancel" value="true">${msg("linkgateConsentDeny")}</button>
      </div>
    </form>
    <#if client.attributes.tosUri?has_content || client.attributes.policyUri?has_content>
      <ul class="lg-info lg-links">
        <#if client.attributes.tosUri?has_content><li><a href="${client.attributes.tosUri}" target="_blank" rel="noopener noreferrer">${sentence.with("linkgateConsentTerms", name)}</a></li></#if>
        <#if client.attributes.policyUri?has_content><li><a href="${client.attributes.policyUri}" target="_blank" rel="noopener noreferrer">${sentence.with("linkgateConsentPolicy", name)}</a></li></#if>
      </ul>
    </#if>
  </#if>
</@layout.registrationLayout>
