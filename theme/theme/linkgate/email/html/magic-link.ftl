<#-- The HTML of the email with a sign-in link, a one-time code, or both. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
<#assign expiry = msg(sentence.ofEmail((code?? && link??)?then("linkgateMagicLinkExpiryCode", "linkgateMagicLinkExpiry") + lifetime.suffix), lifetime.count, lifetime.count?c)>
<#-- No code in the preheader, which a locked screen shows to anybody. -->
<@frame.email title=sentence.titleFor("linkgateMagicLinkTitle", application) preheader=expiry>
            <#if (branding.text)?has_content><p dir="auto" style="text-align:${frame.side(branding.text)}">${branding.text}</p></#if>
            <#if (purpose!"") == "link-provider"><p><@sentence.around key="linkgateLinkProviderText" value=provider/></p></#if>
            <#if link??>
            <@frame.button label=msg(sentence.forPurpose("linkgateMagicLinkButton"))/>
            <#else>
              <p>${sentence.with(sentence.ofEmail(sentence.forPurpose("linkgateMagicLinkIntro")), application)}</p>
            </#if>
            <#if code??>
              <#if link??><p>${msg("linkgateMagicLinkCode")}</p></#if>
              <p class="lg-code lg-text" dir="ltr"><span role="img" aria-label="<#list 0..(code?length - 1) as i>${code[i]}<#sep> </#list>">${code}</span></p>
            </#if>
            <p>${expiry}</p>
            <#if crossDevice!false><p>${msg("linkgateMagicLinkCrossDevice")}</p></#if>
            <@frame.note>${msg(sentence.ofEmail((code?? && link??)?then("linkgateMagicLinkNotRequestedCode", "linkgateMagicLinkNotRequested")))}</@frame.note>
            <@frame.facts><bdi>${email}</bdi><#if device??><br><@sentence.around key="linkgateAccountRequestedIn" value=device/></#if><#if requestedFrom??><br><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></#if></@frame.facts>
            <#if !code??><@frame.copy/></#if>
</@frame.email>
