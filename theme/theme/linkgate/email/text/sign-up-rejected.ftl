<#ftl output_format="plainText">
<#-- The plain text of the email that tells an address why it gets no link. -->
<#import "/linkgate-step-parts.ftl" as sentence>
${msg("linkgateSignUpRejectedTitle")}

${sentence.with("linkgateSignUpRejectedText", clientName)}

${sentence.with("linkgateSignUpRejectedWhy." + rule, clientName)}

${msg("linkgateSignUpRejectedDo")}

${msg("linkgateSignUpRejectedNotYou")}

-- 
${email}
<#if device??>
${sentence.with("linkgateAccountRequestedIn", device)}
</#if>
<#if requestedFrom??>
${sentence.with("linkgateMagicLinkRequestedFrom", requestedFrom)}
</#if>
${sentence.with("linkgateMagicLinkSentBy", realmName)}
