<#-- The HTML of the email with an invitation. Text written by users is printed directly, never through msg(), which replaces every ${…} in its arguments. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign application = clientName!realmName>
<#assign expiry = msg("linkgateInvitationExpiry", lifetimeDays, lifetimeDays?c)>
<@frame.email title=sentence.with("linkgateInvitationTitle", application) preheader=expiry>
            <#if user??><p><@sentence.around key="linkgateInvitationGreeting" value=user/></p></#if>
            <#if inviter??><p><@sentence.around key="linkgateInvitationBy" value=inviter/></p></#if>
            <#if text??><p class="lg-quote lg-line" dir="auto" style="text-align:${frame.side(text)};border-${frame.side(text)}:4px solid #dde1ea">${text}</p></#if>
            <#if (branding.text)?has_content><p dir="auto" style="text-align:${frame.side(branding.text)}">${branding.text}</p></#if>
            <p><@sentence.around key=hasAccount?then("linkgateInvitationIntroAccount", "linkgateInvitationIntro") value=application/></p>
            <@frame.button label=msg("linkgateInvitationButton")/>
            <p>${expiry}</p>
            <@frame.note>${msg(hasAccount?then("linkgateInvitationNotRequestedAccount", "linkgateInvitationNotRequested"))} <a class="lg-muted lg-grey" href="${optOut}">${msg("linkgateInvitationOptOut")}</a></@frame.note>
            <@frame.facts><bdi>${email}</bdi></@frame.facts>
            <@frame.copy/>
</@frame.email>
