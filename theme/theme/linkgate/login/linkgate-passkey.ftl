<#-- Offers a passkey after a sign-in by email. Keycloak's own script creates it; without scripts there is no offer. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#assign heading = sentence.unbroken(msg("linkgatePasskeyTitle"))>
<@layout.registrationLayout pageTitle=msg("linkgatePasskeyTitle"); section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <p><@sentence.around key="linkgatePasskeyText" value=accountAddress/></p>
    <form id="register" action="${url.loginAction}" method="post" class="lg-buttons">
      <#list ["clientDataJSON", "attestationObject", "publicKeyCredentialId", "authenticatorLabel", "transports", "authenticatorAttachment", "error"] as name>
      <input type="hidden" id="${name}" name="${name}">
      </#list>
      <button type="button" class="${layout.primaryButton}" id="passkey-create">${msg("linkgatePasskeyCreate")}</button>
      <button type="submit" class="${layout.button}" name="passkey" value="later">${msg("linkgatePasskeyLater")}</button>
      <button type="submit" class="${layout.linkButton}" name="passkey" value="never">${msg("linkgatePasskeyNever")}</button>
    </form>
    <p class="lg-info">${msg("linkgatePasskeyOwn")}</p>
    <script type="module">
      <#outputformat "JavaScript">
      import { registerByWebAuthn } from ${(url.resourcesPath + "/js/webauthnRegister.js")?c};

      // Keycloak's script would ask for a name.
      window.prompt = () => null;
      const create = document.getElementById("passkey-create");
      create.addEventListener("click", () => {
        create.disabled = true;
        registerByWebAuthn({
          challenge: ${challenge?c},
          userid: ${userid?c},
          username: ${username?c},
          signatureAlgorithms: [<#list signatureAlgorithms as algorithm>${algorithm?c}<#sep>, </#list>],
          rpEntityName: ${rpEntityName?c},
          rpId: ${rpId?c},
          attestationConveyancePreference: ${attestationConveyancePreference?c},
          authenticatorAttachment: ${authenticatorAttachment?c},
          <#-- Only a discoverable one is found without an address. -->
          requireResidentKey: "Yes",
          residentKey: "required",
          userVerificationRequirement: ${userVerificationRequirement?c},
          createTimeout: ${createTimeout?c},
          excludeCredentialIds: ${passkeyIds?c},
          initLabel: ${passkeyLabel?c},
        });
      });
      </#outputformat>
    </script>
  </#if>
</@layout.registrationLayout>
