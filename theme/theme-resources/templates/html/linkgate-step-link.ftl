<#-- The HTML of the email with a link, a one-time code, or both, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${application}" height="40"></p></#if>
<#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
<@sentence.linked/>
<p>${sentence.with(sentence.ofEmail(sentence.forPurpose("linkgateMagicLinkIntro")), application)}</p>
<#if link??><p><a href="${link}">${msg(sentence.forPurpose("linkgateMagicLinkButton"))}</a></p></#if>
<#if code??>
<#if link??><p>${msg("linkgateMagicLinkCode")}</p></#if>
<p dir="ltr"><strong>${code}</strong></p>
</#if>
<p>${msg(sentence.ofEmail((code?? && link??)?then("linkgateMagicLinkExpiryCode", "linkgateMagicLinkExpiry") + lifetime.suffix), lifetime.count, lifetime.count?c)}</p>
<#if crossDevice!false><p>${msg("linkgateMagicLinkCrossDevice")}</p></#if>
<p>${msg(sentence.ofEmail((code?? && link??)?then("linkgateMagicLinkNotRequestedCode", "linkgateMagicLinkNotRequested")))}</p>
<p><small><bdi>${email}</bdi><#if device??><br><@sentence.around key="linkgateAccountRequestedIn" value=device/></#if><#if requestedFrom??><br><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></#if><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
<#if !code??><p><small>${msg("linkgateMagicLinkCopy")}<br><bdi dir="ltr" style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p></#if>
</@sentence.phrases>
</@layout.emailLayout>
