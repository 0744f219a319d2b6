<#-- The HTML of the email that tells of a new passkey, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${clientName!realmName}" height="40"></p></#if>
<p><strong>${msg("linkgatePasskeyAddedTitle")}</strong></p>
<p>${msg("linkgatePasskeyAddedText")}</p>
<p>${msg("linkgatePasskeyAddedNotYou")}</p>
<p><a href="${link}">${msg("linkgatePasskeyManage")}</a></p>
<p><small><bdi>${email}</bdi><br><#if device??><@sentence.around key="linkgatePasskeyAddedIn" value=device/><br></#if><@sentence.around key="linkgatePasskeyAddedFrom" value=requestedFrom/><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
<p><small>${msg("linkgateMagicLinkCopy")}<br><bdi dir="ltr" style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p>
</@sentence.phrases>
</@layout.emailLayout>
