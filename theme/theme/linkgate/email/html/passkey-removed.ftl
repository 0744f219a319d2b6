<#-- The HTML of the email that tells of a removed passkey. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<@frame.email title=msg("linkgatePasskeyRemovedTitle") preheader=msg("linkgatePasskeyRemovedText")>
            <p>${msg("linkgatePasskeyRemovedText")}</p>
            <p>${msg("linkgatePasskeyRemovedNotYou")}</p>
            <@frame.button label=msg("linkgatePasskeyManage")/>
            <@frame.facts><bdi>${email}</bdi><br><#if label??><@sentence.around key="linkgatePasskeyRemovedName" value=label/><br></#if><#if device??><@sentence.around key="linkgatePasskeyRemovedIn" value=device/><br></#if><#if requestedFrom??><@sentence.around key="linkgatePasskeyRemovedFrom" value=requestedFrom/><#else>${msg("linkgatePasskeyRemovedByAdministrator")}</#if></@frame.facts>
            <@frame.copy/>
</@frame.email>
