<#-- The HTML of the email with a sign-in link. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "frame.ftl" as frame>
<#assign application = clientName!realmName>
<#assign expiry = msg("linkgateMagicLinkExpiry", lifetimeMinutes)>
<@frame.email title=msg("linkgateMagicLinkTitle", application) preheader=expiry>
            <#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
            <p>${msg("linkgateMagicLinkButtonIntro", application)}</p>
            <@frame.button label=msg("linkgateMagicLinkButton")/>
            <#if code??>
              <p>${msg("linkgateMagicLinkCode")}</p>
              <p class="lg-code lg-text" dir="ltr"><span role="img" aria-label="<#list 0..(code?length - 1) as i>${code[i]}<#sep> </#list>">${code}</span></p>
            </#if>
            <p><strong>${expiry}</strong></p>
            <@frame.facts>
              <@frame.fact name=msg("linkgateMagicLinkAddress") value=email/>
              <@frame.fact name=msg("linkgateMagicLinkApplication") value=application/>
              <@frame.fact name=msg("linkgateMagicLinkEnds") value=(expiresAt * 1000)?number_to_datetime?string.long_short + " UTC"/>
              <@frame.fact name=msg("linkgateMagicLinkRequestedFrom") value=requestedFrom/>
            </@frame.facts>
            <@frame.copy/>
            <@frame.note><#if crossDevice!false>${msg("linkgateMagicLinkCrossDevice")}<br></#if>${msg("linkgateMagicLinkNotRequested")}<br>${msg("linkgateMagicLinkSentBy")} <bdi>${realmName}</bdi></@frame.note>
</@frame.email>
