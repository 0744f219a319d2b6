<#ftl output_format="plainText">
<#-- The plain text of the email with an invitation. Each link stands alone on its line. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
${sentence.with("linkgateInvitationTitle", application)}

<#if user??>
${sentence.with("linkgateInvitationGreeting", user)}

</#if>
<#if inviter??>
${sentence.with("linkgateInvitationBy", inviter)}

</#if>
<#if text??>
> ${text}

</#if>
<#if (branding.text)?has_content>
${branding.text}

</#if>
${sentence.with("linkgateInvitationOpen", application)}

${link}

${msg("linkgateInvitationExpiry", lifetimeDays)}

${msg("linkgateMagicLinkAddress")}: ${email}
${msg("linkgateMagicLinkApplication")}: ${application}
${msg("linkgateMagicLinkEnds")}: ${(expiresAt * 1000)?number_to_datetime?string.long_short} UTC

${msg("linkgateInvitationNotRequested")}

${msg("linkgateInvitationOptOut")}:
${optOut}

-- 
${msg("linkgateMagicLinkSentBy")} ${realmName}
