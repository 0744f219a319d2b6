<#-- The HTML of the email by which an address confirms a change, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${realmName}" height="40"></p></#if>
<p><strong>${msg("linkgateAddressChangeTitle")}</strong></p>
<p>${sentence.with((side == "old")?then("linkgateAddressChangeOld", "linkgateAddressChangeNew"), realmName)}</p>
<#if newEmail??><p><bdi>${newEmail}</bdi></p></#if>
<p><a href="${link}">${msg("linkgateAddressChangeButton")}</a></p>
<p>${msg("linkgateMagicLinkExpiry" + lifetime.suffix, lifetime.count, lifetime.count?c)}</p>
<p>${msg((side == "old")?then("linkgateAddressChangeNotYou", "linkgateMagicLinkNotRequested"))}</p>
<p><small><bdi>${email}</bdi><#if side == "old"><br><#if device??><@sentence.around key="linkgateAccountRequestedIn" value=device/><br></#if><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></#if><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
<p><small>${msg("linkgateMagicLinkCopy")}<br><bdi dir="ltr" style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p>
</@sentence.phrases>
</@layout.emailLayout>
