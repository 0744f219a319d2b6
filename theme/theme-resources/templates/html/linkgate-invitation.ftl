<#-- The HTML of the email with an invitation, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${application}" height="40"></p></#if>
<p><strong>${sentence.with("linkgateInvitationTitle", application)}</strong></p>
<#if user??><p><@sentence.around key="linkgateInvitationGreeting" value=user/></p></#if>
<#if inviter??><p><@sentence.around key="linkgateInvitationBy" value=inviter/></p></#if>
<#if text??><blockquote dir="auto">${text}</blockquote></#if>
<#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
<p><@sentence.around key=hasAccount?then("linkgateInvitationOpenAccount", "linkgateInvitationOpen") value=application/></p>
<p><a href="${link}">${msg("linkgateInvitationButton")}</a></p>
<p>${msg("linkgateInvitationExpiry", lifetimeDays, lifetimeDays?c)}</p>
<p>${msg(hasAccount?then("linkgateInvitationNotRequestedAccount", "linkgateInvitationNotRequested"))} <a href="${optOut}">${msg("linkgateInvitationOptOut")}</a></p>
<p><small><bdi>${email}</bdi><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
<p><small>${msg("linkgateMagicLinkCopy")}<br><bdi dir="ltr" style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p>
</@sentence.phrases>
</@layout.emailLayout>
