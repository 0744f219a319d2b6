<#ftl output_format="plainText">
<#-- The plain text of the email by which one of two addresses confirms a change of an account's address. -->
<#import "/linkgate-step-parts.ftl" as sentence>
${msg("linkgateAddressChangeTitle")}

${sentence.with((side == "old")?then("linkgateAddressChangeOld", "linkgateAddressChangeNew"), realmName)}

<#if newEmail??>
${newEmail}

</#if>
${link}

${msg("linkgateMagicLinkExpiry" + lifetime.suffix, lifetime.count, lifetime.count?c)}

${msg((side == "old")?then("linkgateAddressChangeNotYou", "linkgateMagicLinkNotRequested"))}

-- 
${email}
<#if side == "old">
<#if device??>
${sentence.with("linkgateAccountRequestedIn", device)}
</#if>
${sentence.with("linkgateMagicLinkRequestedFrom", requestedFrom)}
</#if>
${sentence.with("linkgateMagicLinkSentBy", realmName)}
