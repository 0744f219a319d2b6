<#-- The HTML of the email with a link, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#assign application = clientName!realmName>
<@layout.emailLayout>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${application}" height="40"></p></#if>
<#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
<p>${msg("linkgateMagicLinkIntro", application)}</p>
<p><a href="${link}">${msg("linkgateMagicLinkButton")}</a></p>
<#if code??>
<p>${msg("linkgateMagicLinkCode")}</p>
<p dir="ltr"><strong>${code}</strong></p>
</#if>
<p>${msg("linkgateMagicLinkExpiry", lifetimeMinutes, lifetimeMinutes?c)}</p>
<p>${msg("linkgateMagicLinkNotRequested")}</p>
<#if crossDevice!false><p>${msg("linkgateMagicLinkCrossDevice")}</p></#if>
<p><small><bdi>${email}</bdi> · ${msg("linkgateMagicLinkRequestedFrom")} <bdi>${requestedFrom}</bdi> · ${msg("linkgateMagicLinkSentBy")} <bdi>${realmName}</bdi></small></p>
<#if !code??><p><small>${msg("linkgateMagicLinkCopy")}<br><bdi style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p></#if>
</@layout.emailLayout>
