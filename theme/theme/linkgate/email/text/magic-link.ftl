<#ftl output_format="plainText">
<#-- The plain text of the email with a sign-in link. The link stands alone on its line, so that email programs detect all of it. -->
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
${sentence.titleFor("linkgateMagicLinkTitle", application)}

<#if (branding.text)?has_content>
${branding.text}

</#if>
<#if (purpose!"") == "link-provider">
${sentence.with("linkgateLinkProviderText", provider)}

</#if>
${sentence.with(sentence.forPurpose("linkgateMagicLinkIntro"), application)}

${link}

<#if code??>
${msg("linkgateMagicLinkCode")}

${code}

</#if>
<#if crossDevice!false>
${msg("linkgateMagicLinkCrossDevice")}

</#if>
${msg((code??)?then("linkgateMagicLinkExpiryCode", "linkgateMagicLinkExpiry") + lifetime.suffix, lifetime.count, lifetime.count?c)}

${msg((code??)?then("linkgateMagicLinkNotRequestedCode", "linkgateMagicLinkNotRequested"))}

-- 
${email}
${sentence.with("linkgateMagicLinkRequestedFrom", requestedFrom)}
${sentence.with("linkgateMagicLinkSentBy", realmName)}
