<#-- The HTML of the mail with a sign-in link. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "frame.ftl" as frame>
<#assign application = clientName!realmName>
<#assign expiry = msg("linkgateMailExpiry", lifetimeMinutes)>
<@frame.mail title=msg("linkgateMailTitle", application) preheader=expiry>
            <#if (brand.text)?has_content><p dir="auto">${brand.text}</p></#if>
            <p>${msg("linkgateMailButtonIntro", application)}</p>
            <@frame.button label=msg("linkgateMailButton")/>
            <#if code??>
              <p>${msg("linkgateMailCode")}</p>
              <p class="lg-code lg-text" dir="ltr"><span role="img" aria-label="<#list 0..(code?length - 1) as i>${code[i]}<#sep> </#list>">${code}</span></p>
            </#if>
            <p><strong>${expiry}</strong></p>
            <@frame.facts>
              <@frame.fact name=msg("linkgateMailAddress") value=email/>
              <@frame.fact name=msg("linkgateMailApplication") value=application/>
              <@frame.fact name=msg("linkgateMailEnds") value=(expiresAt * 1000)?number_to_datetime?string.long_short + " UTC"/>
              <@frame.fact name=msg("linkgateMailAskedFrom") value=askedFrom/>
            </@frame.facts>
            <@frame.copy/>
            <@frame.note><#if handOff!false>${msg("linkgateMailHandOff")}<br></#if>${msg("linkgateMailUnasked")}<br>${msg("linkgateMailSentBy")} <bdi>${realmName}</bdi></@frame.note>
</@frame.mail>
