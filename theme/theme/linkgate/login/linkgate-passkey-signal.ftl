<#-- Tells the browser which passkeys the server no longer has. -->
<#import "linkgate-layout.ftl" as layout>
<#macro signal>
    <#if passkeySignal??>
    <div id="passkey-signal" hidden data-rp-id="${passkeySignal.rpId}" data-credential-id="${passkeySignal.credentialId!}"
         data-user-id="${passkeySignal.userId!}" data-accepted="${passkeySignal.accepted!}"></div>
    <script type="module" src="${layout.scripts}/passkey-signal.js"></script>
    </#if>
</#macro>
