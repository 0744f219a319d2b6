<#-- The HTML of the mail with an invitation. What somebody wrote is printed by itself, never through msg(), which replaces every ${…} in its arguments. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "frame.ftl" as frame>
<#import "/sentence.ftl" as sentence>
<#assign application = clientName!realmName>
<#assign expiry = msg("linkgateInvitationExpiry", lifetimeDays)>
<@frame.mail title=sentence.with("linkgateInvitationTitle", application) preheader=expiry>
            <#if person??><p><@sentence.around key="linkgateInvitationGreeting" value=person/></p></#if>
            <#if inviter??><p><@sentence.around key="linkgateInvitationBy" value=inviter/></p></#if>
            <#if text??><p class="lg-said lg-line" dir="auto">${text}</p></#if>
            <#if (brand.text)?has_content><p dir="auto">${brand.text}</p></#if>
            <p><@sentence.around key="linkgateInvitationIntro" value=application/></p>
            <@frame.button label=msg("linkgateInvitationButton")/>
            <p><strong>${expiry}</strong></p>
            <@frame.facts>
              <@frame.fact name=msg("linkgateMailAddress") value=email/>
              <@frame.fact name=msg("linkgateMailApplication") value=application/>
              <@frame.fact name=msg("linkgateMailEnds") value=(expiresAt * 1000)?number_to_datetime?string.long_short + " UTC"/>
            </@frame.facts>
            <@frame.copy/>
            <@frame.note>${msg("linkgateInvitationUnasked")}<br><a class="lg-text lg-plain" href="${optOut}">${msg("linkgateInvitationOptOut")}</a><br>${msg("linkgateMailSentBy")} <bdi>${realmName}</bdi></@frame.note>
</@frame.mail>
