<#-- A user's own page: sessions, remembered browsers, applications; each action is a form. Where nobody is signed in, what was done. -->
<#import "linkgate-layout.ftl" as layout>
<#import "linkgate-step-parts.ftl" as sentence>
<#import "linkgate-passkey-signal.ftl" as signals>
<#assign heading = msg((asks??)?then("deleteAccountConfirm", "linkgateAccountTitle"))>
<@layout.registrationLayout displayMessage=false pageTitle=heading checkSession=false; section>
  <#if section == "header">
    ${heading}
  <#elseif section == "form">
    <#if done??><p class="lg-alert lg-alert-${(done == "cancelled")?then("info", "success")}" role="status">${msg("linkgateAccountDone." + done)}</p></#if>
    <#-- Shown at the field instead. -->
    <#assign wrongAddress = ["invalid-address", "same-address"]?seq_contains(failed!"")>
    <#if failed?? && !wrongAddress><p class="lg-alert lg-alert-error" role="alert">${msg("linkgateAccountFailed." + failed)}</p></#if>
    <#if asks??>
      <p class="lg-alert lg-alert-error">${msg("linkgateAccountDeleteText")}</p>
      <div class="lg-buttons">
        <form action="${action}" method="post">
          <input type="hidden" name="action" value="${asks}">
          <input type="hidden" name="account" value="${account}">
          <input type="hidden" name="sure" value="true">
          <button type="submit" name="confirm" value="${confirmKey}" class="lg-button lg-button-danger lg-button-block">${msg("linkgateAccountDeleteSubmit")}</button>
        </form>
        <a class="${layout.button}" href="${action}">${msg("linkgateAccountDeleteKeep")}</a>
      </div>
    <#elseif account??>
      <#list ways>
        <ul class="lg-links">
          <#items as way><li><a href="${way.url}">${sentence.with("linkgateAccountBack", way.name)}</a></li></#items>
        </ul>
      </#list>
      <p><@sentence.around key="linkgateAccountAs" value=address/></p>
      <div class="lg-buttons"><@form name="sign-out" label="linkgateAccountSignOut" class=layout.button/></div>
      <section class="lg-apart">
        <h2>${msg("linkgateAccountSessions")}</h2>
        <@entries of=sessions name="end-session" label="linkgateAccountSignOut" onlyElsewhere=true; one>
          <span class="lg-hint"><@ago key="linkgateAccountActive" of=one.ago/></span>
          <#if one.ipAddress??><span class="lg-hint"><@sentence.around key="linkgateAccountFrom" value=one.ipAddress/></span></#if>
          <#if one.waitsFor??><span class="lg-hint">${sentence.with("linkgateAccountWaits", one.waitsFor)}</span></#if>
          <#if one.applications?has_content><span class="lg-hint"><span dir="auto">${one.applications?join(", ")}</span></span></#if>
        </@entries>
        <p class="lg-hint">${msg("linkgateAccountEverywhereText")}</p>
        <div class="lg-buttons"><@form name="sign-out-everywhere" label="linkgateAccountEverywhere" class=layout.button/></div>
      </section>
      <section class="lg-apart">
        <h2>${msg("linkgateAccountDevices")}</h2>
        <p class="lg-hint">${msg(devices?has_content?then("linkgateAccountDevicesText", "linkgateAccountNoDevices"))}</p>
        <@entries of=devices name="forget-device" label="linkgateAccountForget"; one>
          <span class="lg-hint"><@ago key="linkgateAccountUsed" of=one.ago/></span>
        </@entries>
      </section>
      <#if showsPasskeys>
        <section class="lg-apart">
          <h2>${msg("linkgateAccountPasskeys")}</h2>
          <#if !passkeys?has_content><p class="lg-hint">${msg("linkgateAccountNoPasskeys")}</p></#if>
          <@entries of=passkeys name=isProven?then("remove-passkey", "") label="linkgateAccountRemove" unnamed=msg("linkgateAccountUnnamed"); one>
            <#if one.ago??><span class="lg-hint"><@ago key="linkgateAccountCreated" of=one.ago/></span></#if>
          </@entries>
          <#if passkeys?has_content && !isProven><@proof/></#if>
          <#if setUpUrls["add-passkey"]??><@setUp path="add-passkey" label="linkgateAccountAddPasskey"/></#if>
          <#if hasDeclined>
            <p class="lg-hint">${msg("linkgateAccountDeclined")}</p>
            <@form name="offer-again" label="linkgateAccountOfferAgain"/>
          </#if>
          <@signals.signal/>
        </section>
      </#if>
      <#assign hasCodes = factors?filter(one -> one.codesLeft??)?has_content>
      <#if factors?has_content || setUpUrls["set-up-app"]?? || setUpUrls["set-up-codes"]??>
        <section class="lg-apart">
          <h2>${msg("linkgateAccountFactors")}</h2>
          <p class="lg-hint">${msg(factors?has_content?then("linkgateAccountFactorsText", "linkgateAccountNoFactors"))}</p>
          <@entries of=factors name=isProven?then("remove-factor", "") label="linkgateAccountRemove"; one>
            <#if one.codesLeft??><span class="lg-hint">${msg("linkgateAccountCodesLeft", one.codesLeft, one.codesLeft?c)}</span></#if>
            <#if one.ago??><span class="lg-hint"><@ago key="linkgateAccountCreated" of=one.ago/></span></#if>
          </@entries>
          <#if factors?has_content && !isProven><@proof/></#if>
          <#if setUpUrls["set-up-app"]??><@setUp path="set-up-app" label="linkgateAccountSetUpApp"/></#if>
          <#if setUpUrls["set-up-codes"]??><@setUp path="set-up-codes" label=hasCodes?then("linkgateAccountReplaceCodes", "linkgateAccountSetUpCodes")/></#if>
        </section>
      </#if>
      <section class="lg-apart">
        <h2>${msg("linkgateAccountApplications")}</h2>
        <#if !applications?has_content><p class="lg-hint">${msg("linkgateAccountNoApplications")}</p></#if>
        <@entries of=applications name="revoke-access" label="linkgateAccountRevoke"; one>
          <#assign others = sentence.inOrder(one.scopes?filter(scope -> scope.text != sentence.staying), "text")>
          <#if others?has_content><span class="lg-hint"><span dir="auto"><#list others as scope>${sentence.scopeText(scope.text, scope.name)}<#sep>${msg("linkgateAccountList", "", "")}</#list></span></span></#if>
          <#if others?size lt one.scopes?size><span class="lg-hint">${sentence.stays(one.name, one.stayDays)}</span></#if>
          <span class="lg-hint"><@ago key="linkgateAccountAllowed" of=one.ago/></span>
        </@entries>
      </section>
      <section class="lg-apart">
        <#if profile?has_content>
          <details class="lg-more"<#if (failed!"") == "invalid-profile"> open</#if>>
            <summary>${msg((profile.firstName?? || profile.lastName??)?then("linkgateAccountProfile", "linkgateAccountLanguage"))}</summary>
            <form action="${action}" method="post">
              <input type="hidden" name="action" value="save-profile">
              <input type="hidden" name="account" value="${account}">
              <#list ["firstName", "lastName"]?filter(field -> profile[field]??) as field>
                <@layout.field id=field label=msg(field); class>
                  <input class="${class}" id="${field}" name="${field}" type="text" autocomplete="${(field == "firstName")?then("given-name", "family-name")}" maxlength="255" dir="auto" value="${profile[field]}">
                </@layout.field>
              </#list>
              <#if profile.locale?? && languages?size gt 1>
                <@layout.field id="locale" label=msg("linkgateAccountLanguage"); class>
                  <select class="${class}" id="locale" name="locale" autocomplete="language">
                    <#list languages as language><option value="${language.tag}" lang="${language.tag}"<#if language.tag == profile.locale?has_content?then(profile.locale, locale.currentLanguageTag)> selected</#if>>${language.name}</option></#list>
                  </select>
                </@layout.field>
              </#if>
              <div class="lg-buttons"><button type="submit" name="confirm" value="${confirmKey}" class="${layout.button}">${msg("linkgateAccountSave")}</button></div>
            </form>
          </details>
        </#if>
        <details class="lg-more"<#if wrongAddress || newEmail??> open</#if>>
          <summary>${msg("linkgateAddressTitle")}</summary>
          <#if newEmail??>
            <p><@sentence.around key="linkgateAddressPending" value=newEmail/></p>
            <@form name="stop-address-change" label="linkgateAddressStop"/>
          </#if>
          <p>${msg("linkgateAddressText")}</p>
          <#if isProven>
            <form action="${action}" method="post">
              <input type="hidden" name="action" value="change-address">
              <input type="hidden" name="account" value="${account}">
              <@layout.field id="email" label=msg("linkgateAddressLabel") error=wrongAddress?then(msg("linkgateAccountFailed." + failed!""), "") errorId="email-error"; class>
                <input class="${class}" id="email" name="email" type="email" autocomplete="email" autocapitalize="none" spellcheck="false" dir="ltr" maxlength="254"
                       value="${typedEmail!}" required<#if wrongAddress> aria-invalid="true" aria-describedby="email-error"</#if>>
              </@layout.field>
              <div class="lg-buttons"><button type="submit" name="confirm" value="${confirmKey}" class="${layout.button}">${msg("linkgateAddressSubmit")}</button></div>
            </form>
          <#else>
            <@proof/>
          </#if>
        </details>
        <#if mayDelete>
          <details class="lg-more">
            <summary>${msg("linkgateAccountDelete")}</summary>
            <p>${msg("linkgateAccountDeleteText")}</p>
            <#if isProven><div class="lg-buttons"><@form name="delete-account" label="linkgateAccountDelete" class="lg-button lg-button-danger lg-button-block"/></div><#else><@proof/></#if>
          </details>
        </#if>
      </section>
    <#elseif done == "account-deleted">
      <p>${msg("linkgateClosePage")}</p>
    <#else>
      <p class="lg-buttons"><a class="${layout.primaryButton}" href="${action}">${msg("linkgateAccountSignIn")}</a></p>
    </#if>
  </#if>
</@layout.registrationLayout>

<#-- One button, which is for the account that the page shows. -->
<#macro form name label class=layout.linkButton id="" labelledBy="">
  <form action="${action}" method="post">
    <input type="hidden" name="action" value="${name}">
    <input type="hidden" name="account" value="${account}">
    <#if id?has_content><input type="hidden" name="id" value="${id}"></#if>
    <button type="submit" name="confirm" value="${confirmKey}" class="${class}"<#if labelledBy?has_content> id="${labelledBy}-button" aria-labelledby="${labelledBy}-button ${labelledBy}"</#if>>${msg(label)}</button>
  </form>
</#macro>

<#-- Leads to a new sign-in, which these changes need. -->
<#macro proof>
  <p class="lg-hint">${msg((proofKind == "none")?then("linkgateAccountFailed.no-factor", (proofKind == "any")?then("linkgateAccountProofText", "linkgateAccountFactorText")))}</p>
  <#if proofKind != "none"><p class="lg-buttons"><a class="${layout.button}" href="${proofUrl}">${msg("linkgateAccountProof")}</a></p></#if>
</#macro>

<#-- When something was, after what is said of it. -->
<#macro ago key of>${msg(key, msg("linkgateAgo." + of.unit, of.count, of.count?c))}</#macro>

<#-- Leads to one of Keycloak's pages, and back. -->
<#macro setUp path label><p class="lg-buttons"><a class="${layout.button}" href="${setUpUrls[path]}">${msg(label)}</a></p></#macro>

<#-- A list whose entries have a name, what is known of each, and a button, unless there is no action. -->
<#macro entries of name label unnamed="" onlyElsewhere=false>
  <#if of?has_content>
    <ul class="lg-entries">
      <#list of as one>
        <li class="lg-entry">
          <div>
            <span class="lg-choice-title" id="${name}-${one?index}" dir="auto"><#if one.name??>${one.name}<#elseif (one.type!"") != "" && !unnamed?has_content>${msg("linkgateAccountFactor." + one.type)}<#elseif unnamed?has_content>${unnamed}<#else><@sentence.browserName of=one/></#if></span>
            <#if one.isHere!false><span class="lg-hint">${msg("linkgateAccountHere")}</span></#if>
            <#nested one>
          </div>
          <#if name?has_content && !(onlyElsewhere && one.isHere)><@form name=name label=label id=one.id labelledBy="${name}-${one?index}"/></#if>
        </li>
      </#list>
    </ul>
  </#if>
</#macro>
