<#-- Offers a passkey after a sign-in by email. Keycloak's own script creates it; without scripts there is no offer. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = sentence.unbroken(msg("linkgatePasskeyTitle"))>
<@layout.registrationLayout pageTitle=msg("linkgatePasskeyTitle"); section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p><@sentence.around key="linkgatePasskeyText" value=accountAddress/></p>
    <form id="register" action="${url.loginAction}" method="post" class="lg-buttons"
          data-challenge="${challenge}" data-userid="${userid}" data-username="${username}"
          data-signature-algorithms="<#list signatureAlgorithms as algorithm>${algorithm?c}<#sep> </#list>"
          data-rp-entity-name="${rpEntityName}" data-rp-id="${rpId}"
          data-attestation-conveyance-preference="${attestationConveyancePreference}"
          data-authenticator-attachment="${authenticatorAttachment}"
          data-user-verification-requirement="${userVerificationRequirement}" data-create-timeout="${createTimeout?c}"
          data-exclude-credential-ids="${passkeyIds}" data-init-label="${passkeyLabel}">
      <#list ["clientDataJSON", "attestationObject", "publicKeyCredentialId", "authenticatorLabel", "transports", "authenticatorAttachment", "error"] as name>
      <input type="hidden" id="${name}" name="${name}">
      </#list>
      <button type="button" class="${layout.primaryButton}" id="passkey-create">${msg("linkgatePasskeyCreate")}</button>
      <button type="submit" class="${layout.button}" name="passkey" value="later">${msg("linkgatePasskeyLater")}</button>
      <button type="submit" class="${layout.linkButton}" name="passkey" value="never">${msg("linkgatePasskeyNever")}</button>
    </form>
    <p class="lg-info">${msg("linkgatePasskeyOwn")}</p>
    <script type="module" src="${layout.scripts}/passkey-create.js"></script>
  </#if>
</@layout.registrationLayout>
