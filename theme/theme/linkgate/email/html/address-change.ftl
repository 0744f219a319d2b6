<#-- The HTML of the email by which one of two addresses confirms a change of an account's address. -->
<#import "frame.ftl" as frame>
<#import "/linkgate-step-parts.ftl" as sentence>
<#assign expiry = msg("linkgateMagicLinkExpiry" + lifetime.suffix, lifetime.count, lifetime.count?c)>
<@frame.email title=msg("linkgateAddressChangeTitle") preheader=expiry>
            <p>${sentence.with((side == "old")?then("linkgateAddressChangeOld", "linkgateAddressChangeNew"), realmName)}</p>
            <#if newEmail??><p><bdi>${newEmail}</bdi></p></#if>
            <@frame.button label=msg("linkgateAddressChangeButton")/>
            <p>${expiry}</p>
            <@frame.note>${msg((side == "old")?then("linkgateAddressChangeNotYou", "linkgateMagicLinkNotRequested"))}</@frame.note>
            <@frame.facts><bdi>${email}</bdi><#if side == "old"><br><#if device??><@sentence.around key="linkgateAccountRequestedIn" value=device/><br></#if><@sentence.around key="linkgateMagicLinkRequestedFrom" value=requestedFrom/></#if></@frame.facts>
            <@frame.copy/>
</@frame.email>
