<#ftl output_format="plainText">
<#-- The plain text of the mail with a sign-in link. The link stands alone on its line, so that mail programs find all of it. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#assign application = clientName!realmName>
${msg("linkgateMailTitle", application)}

<#if (brand.text)?has_content>
${brand.text}

</#if>
${msg("linkgateMailIntro", application)}

${link}

<#if code??>
${msg("linkgateMailCode")}

${code}

</#if>
${msg("linkgateMailExpiry", lifetimeMinutes)}

${msg("linkgateMailAddress")}: ${email}
${msg("linkgateMailApplication")}: ${application}
${msg("linkgateMailEnds")}: ${(expiresAt * 1000)?number_to_datetime?string.long_short} UTC
${msg("linkgateMailAskedFrom")}: ${askedFrom}

<#if handOff!false>
${msg("linkgateMailHandOff")}

</#if>
${msg("linkgateMailUnasked")}

-- 
${msg("linkgateMailSentBy")} ${realmName}
