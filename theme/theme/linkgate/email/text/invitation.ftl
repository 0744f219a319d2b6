<#ftl output_format="plainText">
<#-- The plain text of the mail with an invitation. Each link stands alone on its line. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "/sentence.ftl" as sentence>
<#assign application = clientName!realmName>
${sentence.with("linkgateInvitationTitle", application)}

<#if person??>
${sentence.with("linkgateInvitationGreeting", person)}

</#if>
<#if inviter??>
${sentence.with("linkgateInvitationBy", inviter)}

</#if>
<#if text??>
> ${text}

</#if>
<#if (brand.text)?has_content>
${brand.text}

</#if>
${sentence.with("linkgateInvitationOpen", application)}

${link}

${msg("linkgateInvitationExpiry", lifetimeDays)}

${msg("linkgateMailAddress")}: ${email}
${msg("linkgateMailApplication")}: ${application}
${msg("linkgateMailEnds")}: ${(expiresAt * 1000)?number_to_datetime?string.long_short} UTC

${msg("linkgateInvitationUnasked")}

${msg("linkgateInvitationOptOut")}:
${optOut}

-- 
${msg("linkgateMailSentBy")} ${realmName}
