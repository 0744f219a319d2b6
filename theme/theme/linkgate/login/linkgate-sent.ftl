<#-- Confirms that a new link was sent: after an old one was rejected, or for an invitation, whose page leads on to the application. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = msg("linkgateCheckEmailTitle")>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p role="status"><@sentence.around key="linkgateCheckEmailSent" value=sentTo/></p>
    <@sentence.webmailButton class=layout.primaryButton/>
    <#if home?has_content><p class="lg-buttons"><a class="${(webmail??)?then(layout.button, layout.primaryButton)}" href="${home}">${sentence.with("linkgateInvitationGoOn", clientName!realm.displayName)}</a></p></#if>
    <p class="lg-hint">${msg("linkgateCheckEmailMissing")}</p>
    <p class="lg-hint">${msg("linkgateCheckEmailLifetime" + lifetime.suffix, lifetime.count, lifetime.count?c)} ${msg("linkgateCheckEmailDevice")}</p>
  </#if>
</@layout.registrationLayout>
