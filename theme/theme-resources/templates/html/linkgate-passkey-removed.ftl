<#-- The HTML of the email that tells of a removed passkey, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${clientName!realmName}" height="40"></p></#if>
<p><strong>${msg("linkgatePasskeyRemovedTitle")}</strong></p>
<p>${msg("linkgatePasskeyRemovedText")}</p>
<p>${msg("linkgatePasskeyRemovedNotYou")}</p>
<p><a href="${link}">${msg("linkgatePasskeyManage")}</a></p>
<p><small><bdi>${email}</bdi><br><#if label??><@sentence.around key="linkgatePasskeyRemovedName" value=label/><br></#if><#if device??><@sentence.around key="linkgatePasskeyRemovedIn" value=device/><br></#if><#if requestedFrom??><@sentence.around key="linkgatePasskeyRemovedFrom" value=requestedFrom/><#else>${msg("linkgatePasskeyRemovedByAdministrator")}</#if><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
<p><small>${msg("linkgateMagicLinkCopy")}<br><bdi dir="ltr" style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p>
</@sentence.phrases>
</@layout.emailLayout>
