<#ftl output_format="plainText">
<#-- The plain text of the email with a sign-in link. The link stands alone on its line, so that email programs detect all of it. -->
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
${msg("linkgateMagicLinkExpiry", lifetimeMinutes, lifetimeMinutes?c)}

<#if crossDevice!false>
${msg("linkgateMagicLinkCrossDevice")}

</#if>
${msg("linkgateMagicLinkNotRequested")}

-- 
${email} · ${msg("linkgateMagicLinkRequestedFrom")} ${requestedFrom}
${msg("linkgateMagicLinkSentBy")} ${realmName}
