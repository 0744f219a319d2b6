<#-- A passkey instead of a link, on the sign-in page and the account chooser: a button that a script shows where the browser has passkeys, and its form. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-passkey-signal.ftl" as signals>

<#-- The script that tells the server, with each form of the page, whether the device can have passkeys. -->
<#macro support>
    <#if passkeyCheck!false><script type="module" src="${layout.scripts}/passkey-support.js"></script></#if>
</#macro>

<#macro button>
    <#if enableWebAuthnConditionalUI?has_content>
        <li id="use-passkey" hidden><button type="button" class="${layout.button}" id="authenticateWebAuthnButton">${msg("linkgatePasskeyUse")}</button></li>
    </#if>
</#macro>

<#macro passkey>
    <#if enableWebAuthnConditionalUI?has_content>
    <form id="webauth" action="${url.loginAction}" method="post" data-challenge="${challenge}" data-rp-id="${rpId}"
          data-user-verification="${userVerification}" data-create-timeout="${createTimeout?c}"
          data-mediation="${mediation!"conditional"}" data-authenticator-attachment="${authenticatorAttachment!"not specified"}">
      <#list ["clientDataJSON", "authenticatorData", "signature", "credentialId", "userHandle", "error"] as name>
      <input type="hidden" id="${name}" name="${name}">
      </#list>
    </form>
    <script type="module" src="${layout.scripts}/passkey-sign-in.js"></script>
    </#if>
    <@signals.signal/>
    <@support/>
</#macro>
