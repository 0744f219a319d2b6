<#ftl output_format="plainText">
<#-- The plain text of the mail with a sign-in link. The link stands alone on its line, so that mail programs find all of it. -->
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

${msg("linkgateMailUnasked")}

-- 
${msg("linkgateMailSentTo")} ${email}
${msg("linkgateMailSentBy")} ${realmName}
