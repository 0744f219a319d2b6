<#-- The HTML of the email that tells of a sign-in on a new device, in an email theme that doesn't extend Linkgate's. -->
<#import "template.ftl" as layout>
<#import "/linkgate-step-parts.ftl" as sentence>
<@layout.emailLayout>
<@sentence.phrases>
<#if (branding.logo)?has_content><p><img src="${branding.logo}" alt="${clientName!realmName}" height="40"></p></#if>
<p><strong>${msg("linkgateNewDeviceTitle")}</strong></p>
<p><@sentence.around key="linkgateNewDeviceText" value=(clientName!realmName)/></p>
<p><#if device??><@sentence.around key="linkgateNewDeviceIn" value=device/><br></#if><@sentence.around key="linkgateNewDeviceAt" value=signedInAt/><br><@sentence.around key="linkgateNewDeviceFrom" value=signedInFrom/></p>
<p>${msg("linkgateNewDeviceWasYou")}</p>
<p>${msg("linkgateNewDeviceNotYou")}</p>
<p><a href="${link}">${msg("linkgateNewDeviceButton")}</a></p>
<p>${msg("linkgateNewDeviceExpiry", lifetimeDays, lifetimeDays?c)}</p>
<p><small><bdi>${email}</bdi><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></small></p>
<p><small>${msg("linkgateMagicLinkCopy")}<br><bdi dir="ltr" style="overflow-wrap:anywhere;word-break:break-all">${link}</bdi></small></p>
</@sentence.phrases>
</@layout.emailLayout>
