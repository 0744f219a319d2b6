<#ftl output_format="plainText">
<#-- The plain text of the email that tells of a sign-in on a new device. The link stands alone on its line, so that email programs detect all of it. -->
<#import "/linkgate-step-parts.ftl" as sentence>
${msg("linkgateNewDeviceTitle")}

${sentence.with("linkgateNewDeviceText", clientName!realmName)}

<#if device??>
${sentence.with("linkgateNewDeviceIn", device)}
</#if>
${sentence.with("linkgateNewDeviceAt", signedInAt)}
${sentence.with("linkgateNewDeviceFrom", signedInFrom)}

${msg("linkgateNewDeviceWasYou")}

${msg("linkgateNewDeviceNotYou")}

${link}

${msg("linkgateNewDeviceExpiry", lifetimeDays, lifetimeDays?c)}

-- 
${email}
${sentence.with("linkgateMagicLinkSentBy", realmName)}
