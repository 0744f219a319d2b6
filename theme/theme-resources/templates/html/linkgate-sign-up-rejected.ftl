<#-- The HTML of the email that tells an address why it gets no link, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${clientName}" height="40"></p></#if>
<p><strong>${msg("linkgateSignUpRejectedTitle")}</strong></p>
<p>${sentence.with("linkgateSignUpRejectedText", clientName)}</p>
<p>${sentence.with("linkgateSignUpRejectedWhy." + rule, clientName)}</p>
<p>${msg("linkgateSignUpRejectedDo")}</p>
<p>${msg("linkgateSignUpRejectedNotYou")}</p>
<p><small><bdi>${email}</bdi><#if device??><br><@sentence.around key="linkgateAccountRequestedIn" value=device/></#if><#if requestedFrom??><br><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></#if><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
</@sentence.phrases>
</@layout.emailLayout>
