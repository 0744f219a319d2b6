<#-- The HTML of the email that tells an address why it gets no link. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign why = sentence.with("linkgateSignUpRejectedWhy." + rule, clientName)>
<@frame.email title=msg("linkgateSignUpRejectedTitle") preheader=why>
            <p>${sentence.with("linkgateSignUpRejectedText", clientName)}</p>
            <p>${why}</p>
            <p>${msg("linkgateSignUpRejectedDo")}</p>
            <@frame.note>${msg("linkgateSignUpRejectedNotYou")}</@frame.note>
            <@frame.facts><bdi>${email}</bdi><#if device??><br><@sentence.around key="linkgateAccountRequestedIn" value=device/></#if><#if requestedFrom??><br><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></#if></@frame.facts>
</@frame.email>
