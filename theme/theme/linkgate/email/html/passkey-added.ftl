<#-- The HTML of the email that tells of a new passkey. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<@frame.email title=msg("linkgatePasskeyAddedTitle") preheader=msg("linkgatePasskeyAddedText")>
            <p>${msg("linkgatePasskeyAddedText")}</p>
            <p>${msg("linkgatePasskeyAddedNotYou")}</p>
            <@frame.button label=msg("linkgatePasskeyManage")/>
            <@frame.facts><bdi>${email}</bdi><br><#if device??><@sentence.around key="linkgatePasskeyAddedIn" value=device/><br></#if><@sentence.around key="linkgatePasskeyAddedFrom" value=requestedFrom/></@frame.facts>
            <@frame.copy/>
</@frame.email>
