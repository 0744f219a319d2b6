<#ftl output_format="plainText">
<#-- The plain text of the email with a sign-in link. The link stands alone on its line, so that email programs detect all of it. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#assign application = clientName!realmName>
${msg("linkgateMagicLinkTitle", application)}

<#if (branding.text)?has_content>
${branding.text}

</#if>
${msg("linkgateMagicLinkIntro", application)}

${link}

<#if code??>
${msg("linkgateMagicLinkCode")}

${code}

</#if>
${msg("linkgateMagicLinkExpiry", lifetimeMinutes)}

${msg("linkgateMagicLinkAddress")}: ${email}
${msg("linkgateMagicLinkApplication")}: ${application}
${msg("linkgateMagicLinkEnds")}: ${(expiresAt * 1000)?number_to_datetime?string.long_short} UTC
${msg("linkgateMagicLinkRequestedFrom")}: ${requestedFrom}

<#if crossDevice!false>
${msg("linkgateMagicLinkCrossDevice")}

</#if>
${msg("linkgateMagicLinkNotRequested")}

-- 
${msg("linkgateMagicLinkSentBy")} ${realmName}
