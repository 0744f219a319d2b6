<#-- The HTML of the email that tells of a deleted account, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${realmName}" height="40"></p></#if>
<p><strong>${msg("linkgateAccountDeletedTitle")}</strong></p>
<p>${sentence.with("linkgateAccountDeletedText", realmName)}</p>
<p>${sentence.with("linkgateAccountDeletedNotYou", realmName)}</p>
<p><small><bdi>${email}</bdi><br><#if device??><@sentence.around key="linkgateAccountRequestedIn" value=device/><br></#if><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
</@sentence.phrases>
</@layout.emailLayout>
