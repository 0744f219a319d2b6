<#ftl output_format="plainText">
<#-- The plain text of the email that tells of a new passkey. -->
<#import "/linkgate-step-parts.ftl" as sentence>
${msg("linkgatePasskeyAddedTitle")}

${msg("linkgatePasskeyAddedText")}

${msg("linkgatePasskeyAddedNotYou")}

${link}

-- 
${email}
<#if device??>
${sentence.with("linkgatePasskeyAddedIn", device)}
</#if>
${sentence.with("linkgatePasskeyAddedFrom", requestedFrom)}
${sentence.with("linkgateMagicLinkSentBy", realmName)}
