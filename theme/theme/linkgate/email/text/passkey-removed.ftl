<#ftl output_format="plainText">
<#-- The plain text of the email that tells of a removed passkey. -->
<#import "/linkgate-step-parts.ftl" as sentence>
${msg("linkgatePasskeyRemovedTitle")}

${msg("linkgatePasskeyRemovedText")}

${msg("linkgatePasskeyRemovedNotYou")}

${link}

-- 
${email}
<#if label??>
${sentence.with("linkgatePasskeyRemovedName", label)}
</#if>
<#if device??>
${sentence.with("linkgatePasskeyRemovedIn", device)}
</#if>
<#if requestedFrom??>
${sentence.with("linkgatePasskeyRemovedFrom", requestedFrom)}
<#else>
${msg("linkgatePasskeyRemovedByAdministrator")}
</#if>
${sentence.with("linkgateMagicLinkSentBy", realmName)}
