<#ftl output_format="plainText">
<#-- The plain text of the email with an invitation. Each link stands alone on its line. -->
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
${sentence.with(hasAccount?then("linkgateInvitationOpenAccount", "linkgateInvitationOpen"), application)}

${link}

${msg("linkgateInvitationExpiry", lifetimeDays, lifetimeDays?c)}

${msg(hasAccount?then("linkgateInvitationNotRequestedAccount", "linkgateInvitationNotRequested"))}

${msg("linkgateInvitationOptOutAt")}
${optOut}

-- 
${email}
${sentence.with("linkgateMagicLinkSentBy", realmName)}
