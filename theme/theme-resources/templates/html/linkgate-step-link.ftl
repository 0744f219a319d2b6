<#-- The HTML of the email with a link, in an email theme that doesn't extend Linkgate's. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
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
<p>${msg("linkgateMagicLinkExpiry", lifetimeMinutes)}</p>
<p>${msg("linkgateMagicLinkAddress")}: <bdi>${email}</bdi><br>
${msg("linkgateMagicLinkApplication")}: <bdi>${application}</bdi><br>
${msg("linkgateMagicLinkEnds")}: ${(expiresAt * 1000)?number_to_datetime?string.long_short} UTC<br>
${msg("linkgateMagicLinkRequestedFrom")}: <bdi>${requestedFrom}</bdi></p>
<p>${msg("linkgateMagicLinkCopy")}<br><bdi>${link}</bdi></p>
<#if crossDevice!false><p>${msg("linkgateMagicLinkCrossDevice")}</p></#if>
<p>${msg("linkgateMagicLinkNotRequested")}</p>
<p>${msg("linkgateMagicLinkSentBy")} <bdi>${realmName}</bdi></p>
</@layout.emailLayout>
