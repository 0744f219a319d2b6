<#-- The HTML of the email with a sign-in link. -->
<#import "frame.ftl" as frame>
<#assign application = clientName!realmName>
<#assign expiry = msg("linkgateMagicLinkExpiry", lifetimeMinutes, lifetimeMinutes?c)>
<@frame.email title=msg("linkgateMagicLinkTitle", application) preheader=expiry>
            <#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
            <@frame.button label=msg("linkgateMagicLinkButton")/>
            <#if code??>
              <p>${msg("linkgateMagicLinkCode")}</p>
              <p class="lg-code lg-text" dir="ltr"><span role="img" aria-label="<#list 0..(code?length - 1) as i>${code[i]}<#sep> </#list>">${code}</span></p>
            </#if>
            <p>${expiry}</p>
            <@frame.note>${msg("linkgateMagicLinkNotRequested")}<#if crossDevice!false><br>${msg("linkgateMagicLinkCrossDevice")}</#if></@frame.note>
            <@frame.facts><bdi>${email}</bdi> · ${msg("linkgateMagicLinkRequestedFrom")} <bdi>${requestedFrom}</bdi></@frame.facts>
            <#if !code??><@frame.copy/></#if>
</@frame.email>
