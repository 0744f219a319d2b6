<#-- The HTML of the email with an invitation. Text written by users is printed directly, never through msg(), which replaces every ${…} in its arguments. -->
<#setting locale=lang?replace("-", "_")>
<#setting time_zone="UTC">
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
<#assign expiry = msg("linkgateInvitationExpiry", lifetimeDays)>
<@frame.email title=sentence.with("linkgateInvitationTitle", application) preheader=expiry>
            <#if user??><p><@sentence.around key="linkgateInvitationGreeting" value=user/></p></#if>
            <#if inviter??><p><@sentence.around key="linkgateInvitationBy" value=inviter/></p></#if>
            <#if text??><p class="lg-quote lg-line" dir="auto">${text}</p></#if>
            <#if (branding.text)?has_content><p dir="auto">${branding.text}</p></#if>
            <p><@sentence.around key="linkgateInvitationIntro" value=application/></p>
            <@frame.button label=msg("linkgateInvitationButton")/>
            <p><strong>${expiry}</strong></p>
            <@frame.facts>
              <@frame.fact name=msg("linkgateMagicLinkAddress") value=email/>
              <@frame.fact name=msg("linkgateMagicLinkApplication") value=application/>
              <@frame.fact name=msg("linkgateMagicLinkEnds") value=(expiresAt * 1000)?number_to_datetime?string.long_short + " UTC"/>
            </@frame.facts>
            <@frame.copy/>
            <@frame.note>${msg("linkgateInvitationNotRequested")}<br><a class="lg-text lg-plain" href="${optOut}">${msg("linkgateInvitationOptOut")}</a><br>${msg("linkgateMagicLinkSentBy")} <bdi>${realmName}</bdi></@frame.note>
</@frame.email>
