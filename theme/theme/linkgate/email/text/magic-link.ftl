<#ftl output_format="plainText">
<#-- The plain text of the email with a sign-in link, a one-time code, or both. The link stands alone on its line, so that email programs detect all of it. -->
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
${sentence.titleFor("linkgateMagicLinkTitle", application)}

<#if (branding.text)?has_content>
${branding.text}

</#if>
<#if (purpose!"") == "link-provider">
${sentence.with("linkgateLinkProviderText", provider)}

</#if>
${sentence.with(sentence.ofEmail(sentence.forPurpose("linkgateMagicLinkIntro")), application)}

<#if link??>
${link}

</#if>
<#if code??>
<#if link??>
${msg("linkgateMagicLinkCode")}

</#if>
${code}

</#if>
${msg(sentence.ofEmail((code?? && link??)?then("linkgateMagicLinkExpiryCode", "linkgateMagicLinkExpiry") + lifetime.suffix), lifetime.count, lifetime.count?c)}

<#if crossDevice!false>
${msg("linkgateMagicLinkCrossDevice")}

</#if>
${msg(sentence.ofEmail((code?? && link??)?then("linkgateMagicLinkNotRequestedCode", "linkgateMagicLinkNotRequested")))}

-- 
${email}
<#if device??>
${sentence.with("linkgateAccountRequestedIn", device)}
</#if>
<#if requestedFrom??>
${sentence.with("linkgateMagicLinkRequestedFrom", requestedFrom)}
</#if>
${sentence.with("linkgateMagicLinkSentBy", realmName)}
