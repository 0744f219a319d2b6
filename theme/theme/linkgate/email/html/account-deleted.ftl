<#-- The HTML of the email that tells of a deleted account. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign text = sentence.with("linkgateAccountDeletedText", realmName)>
<@frame.email title=msg("linkgateAccountDeletedTitle") preheader=text>
            <p>${text}</p>
            <p>${sentence.with("linkgateAccountDeletedNotYou", realmName)}</p>
            <@frame.facts><bdi>${email}</bdi><br><#if device??><@sentence.around key="linkgateAccountRequestedIn" value=device/><br></#if><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></@frame.facts>
</@frame.email>
