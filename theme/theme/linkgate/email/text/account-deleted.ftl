<#ftl output_format="plainText">
<#-- The plain text of the email that tells of a deleted account. -->
<#import "/linkgate-step-parts.ftl" as sentence>
${msg("linkgateAccountDeletedTitle")}

${sentence.with("linkgateAccountDeletedText", realmName)}

${sentence.with("linkgateAccountDeletedNotYou", realmName)}

-- 
${email}
<#if device??>
${sentence.with("linkgateAccountRequestedIn", device)}
</#if>
${sentence.with("linkgateMagicLinkRequestedFrom", requestedFrom)}
${sentence.with("linkgateMagicLinkSentBy", realmName)}
