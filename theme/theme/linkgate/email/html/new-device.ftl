<#-- The HTML of the email that tells of a sign-in on a new device. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<@frame.email title=msg("linkgateNewDeviceTitle") preheader=msg("linkgateNewDeviceWasYou")>
            <p><@sentence.around key="linkgateNewDeviceText" value=(clientName!realmName)/></p>
            <p><#if device??><@sentence.around key="linkgateNewDeviceIn" value=device/><br></#if><@sentence.around key="linkgateNewDeviceAt" value=signedInAt/><br><@sentence.around key="linkgateNewDeviceFrom" value=signedInFrom/></p>
            <p>${msg("linkgateNewDeviceWasYou")}</p>
            <p>${msg("linkgateNewDeviceNotYou")}</p>
            <@frame.button label=msg("linkgateNewDeviceButton")/>
            <@frame.note>${msg("linkgateNewDeviceExpiry", lifetimeDays, lifetimeDays?c)}</@frame.note>
            <@frame.facts><bdi>${email}</bdi></@frame.facts>
            <@frame.copy/>
</@frame.email>
