<#-- The HTML of the email with an invitation, in an email theme that doesn't extend Linkgate's. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
<@layout.emailLayout>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${application}" height="40"></p></#if>
<p><strong>${sentence.with("linkgateInvitationTitle", application)}</strong></p>
<#if user??><p><@sentence.around key="linkgateInvitationGreeting" value=user/></p></#if>
<#if inviter??><p><@sentence.around key="linkgateInvitationBy" value=inviter/></p></#if>
<#if text??><blockquote dir="auto">${text}</blockquote></#if>
<#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
<p><@sentence.around key="linkgateInvitationOpen" value=application/></p>
<p><a href="${link}">${msg("linkgateInvitationButton")}</a></p>
<p>${msg("linkgateInvitationExpiry", lifetimeDays)}</p>
<p>${msg("linkgateMagicLinkAddress")}: <bdi>${email}</bdi><br>
${msg("linkgateMagicLinkApplication")}: <bdi>${application}</bdi><br>
${msg("linkgateMagicLinkEnds")}: ${(expiresAt * 1000)?number_to_datetime?string.long_short} UTC</p>
<p>${msg("linkgateMagicLinkCopy")}<br><bdi>${link}</bdi></p>
<p>${msg("linkgateInvitationNotRequested")}<br>
<a href="${optOut}">${msg("linkgateInvitationOptOut")}</a></p>
<p>${msg("linkgateMagicLinkSentBy")} <bdi>${realmName}</bdi></p>
</@layout.emailLayout>
