<#-- The HTML of the email with a link of the step, in the realm's own email theme. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "template.ftl" as layout>
<#assign application = clientName!realmName>
<@layout.emailLayout>
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
<p>${msg("linkgateMagicLinkNotRequested")}</p>
<p>${msg("linkgateMagicLinkSentBy")} <bdi>${realmName}</bdi></p>
</@layout.emailLayout>
