<#-- What pages share that extend any login theme: its registrationLayout, its kc… classes, and nothing else of it. -->

<#-- In a right-to-left language of a page or an email a value is isolated: without that, an IPv6 address or a name that ends in a bracket would be out of order. -->
<#function isolated value>
  <#return (((locale.rtl)!false) || !(ltr!true))?then("\x2068" + value + "\x2069", value)>
</#function>

<#-- The value stands for {0}. It doesn't pass through msg(), which replaces every ${…} in its arguments by other texts. -->
<#function with key value>
  <#return msg(key, "\xFFFC")?replace("\xFFFC", isolated(value))>
</#function>

<#-- Whether there is a message for the top of the page: of two requests in a tab, Keycloak may give one a message without a text. -->
<#function hasMessage>
  <#return (message.summary)?has_content>
</#function>

<#-- Whether that message only repeats what the page is for: Keycloak has one for each required action. -->
<#function repeatsAction>
  <#return hasMessage() && message.type == "warning">
</#function>

<#-- The application's display name; outside Linkgate realms, Keycloak's own. -->
<#function application>
  <#return clientName!((client.name?has_content)?then(advancedMsg(client.name!""), (client.clientId)!realm.displayName))>
</#function>

<#-- The texts of what a link is for, by those of a sign-in. -->
<#assign ofPurposes = {
  "reset": {
    "linkgateMagicLinkTitle": "linkgateResetTitle",
    "linkgateMagicLinkIntro": "linkgateResetIntro",
    "linkgateMagicLinkButton": "linkgateResetButton",
    "linkgateEmailTitle": "linkgateResetTitle",
    "linkgateStepIntro": "linkgateResetStepIntro",
    "linkgateStepKnown": "linkgateResetKnown",
    "linkgateStepSent": "linkgateResetSent",
    "linkgateStepSentKnown": "linkgateResetSentKnown",
    "linkgateStepResentKnown": "linkgateResetResentKnown",
    "linkgateCheckEmailDevice": "linkgateResetDevice",
    "linkgateConfirmTitle": "linkgateResetConfirmTitle",
    "linkgateConfirmAs": "linkgateResetConfirmAs"
  },
  "link-provider": {
    "linkgateMagicLinkTitle": "linkgateLinkProviderTitle",
    "linkgateEmailTitle": "linkgateLinkProviderTitle",
    "linkgateConfirmTitle": "linkgateLinkProviderConfirmTitle"
  }
}>

<#-- The key of the text that says it. -->
<#function forPurpose key>
  <#return (ofPurposes[purpose!"sign-in"][key])!key>
</#function>

<#-- The key of the text that speaks of a code, where the email contains nothing else. -->
<#function ofEmail key>
  <#return (codeOnly!false)?then(key + ".code", key)>
</#function>

<#-- What a field for a code is like: one without a link may have letters, and its form is submitted once the code is complete. -->
<#macro codeAttributes> inputmode="${(((codeFormat.kind)!"") == "longer")?then("text", "numeric")}" autocapitalize="${(((codeFormat.kind)!"") == "longer")?then("characters", "none")}"<#if codeFormat??> data-code-length="${codeFormat.length?c}"</#if></#macro>

<#-- The texts of a step's link that can't be used, or not here, where they aren't those of any link. -->
<#assign ofStepLinks = {
  "linkgateRejectedTitle.": {
    "gone": "linkgateStepGoneTitle",
    "other-tab": "linkgateContinuedTitle",
    "open-there": "linkgateStepThereTitle",
    "other-user": "linkgateStepOtherUserTitle"
  },
  "linkgateRejectedText.": {
    "expired": "linkgateStepExpiredText",
    "used": "linkgateStepUsedText",
    "gone": "linkgateStepGoneText",
    "other-tab": "linkgateContinuedText",
    "open-there": "linkgateStepThereText",
    "other-user": "linkgateStepOtherUserText"
  }
}>

<#-- The key of the text about a reason. -->
<#function ofReason prefix reason>
  <#return ((ofStep!false)?then(ofStepLinks, {})[prefix][reason])!(prefix + reason)>
</#function>

<#-- A title, about the application or the provider that is linked. -->
<#function titleFor key application>
  <#return with(forPurpose(key), ((purpose!"") == "link-provider")?then(provider!, application))>
</#function>

<#-- That a provider's account will be linked, if the link is for that. -->
<#macro linked class="">
  <#if (purpose!"") == "link-provider"><p class="${class}"><@around key="linkgateLinkProviderText" value=provider/></p></#if>
</#macro>

<#-- The text of the scope that isn't about what a client sees, but how long. -->
<#assign staying = r"${offlineAccessScopeConsentText}">

<#-- How long the application of this name keeps its user signed in; for zero days, as long as the session does. -->
<#function stays name days>
  <#return (days gt 0)?then(msg("linkgateConsentStaysDays", "\xFFFC", days, days?c), msg("linkgateConsentStays", "\xFFFC"))?replace("\xFFFC", name)>
</#function>

<#-- Scopes in the same order on each page: who the user is first, then others by their text, which the field has. -->
<#assign firstTexts = [r"${linkgateConsentIdentifier}", r"${profileScopeConsentText}", r"${emailScopeConsentText}", r"${addressScopeConsentText}"]>
<#function inOrder scopes field>
  <#local ordered = []>
  <#list firstTexts as text><#local ordered += scopes?filter(scope -> scope[field] == text)></#list>
  <#return ordered + scopes?filter(scope -> !firstTexts?seq_contains(scope[field]))?sort_by(field)>
</#function>

<#-- A scope's text on the consent page; its name, if that is known, where the realm has no such text. -->
<#function scopeText text name>
  <#local key = text?keep_after(r"${")?keep_before_last("}")>
  <#-- Other characters would be a pattern's. -->
  <#if name?has_content && text?starts_with(r"${") && (key?matches(r".*[{}'].*") || advancedMsg(text) == key)><#return name></#if>
  <#return advancedMsg(text)>
</#function>

<#-- No line breaks at the hyphens of "sign-in", "E-Mail" and "Authenticator-App". -->
<#function unbroken text>
  <#local html>${text}</#local>
  <#return html?markup_string?replace(r"\b(sign-(?:in|out|up)|e-mail|authenticator-app)\b", "<span class='lg-word'>$1</span>", "ri")?no_esc>
</#function>

<#-- Prints it with the value isolated, so that it displays correctly in right-to-left languages; punctuation stays at the value. -->
<#macro around key value>
  <#compress>
    <#list msg(key, "\xFFFC")?split("\xFFFC") as part><#if part?is_first>${part}<#else><#local after = part?matches(r"(?s)([\u00a0.,:;!?،؟。、：]*)(.*)")[0]?groups><span class="lg-value"><bdi>${value}</bdi>${after[1]}</span>${after[2]}</#if></#list>
  </#compress>
</#macro>

<#-- The error about a typed address, which it may name: isolated in all languages, as an address may be in any script. -->
<#function addressError address>
  <#return (messagesPerField.getFirstError("email")!"")?replace("\xFFFC", "\x2068" + address + "\x2069")>
</#function>

<#-- That an account was forgotten on this device by the form before, with a button for undoing it; and what that led to. -->
<#macro forgottenAccount class>
  <#if forgotten??>
    <form action="${url.loginAction}" method="post" class="lg-alert<#if forgotten.state == "late"> lg-alert-error</#if>">
      <p id="forgotten" role="status"><@around key=("linkgateChooserUndo." + forgotten.state) value=forgotten.email/></p>
      <#if forgotten.canUndo><button type="submit" class="${class}" name="undo" value="${forgotten.id}" aria-describedby="forgotten">${msg("linkgateChooserUndo")}</button></#if>
    </form>
  </#if>
</#macro>

<#-- Where the link was sent; once another one was sent, that, with its time, which a script shows in the reader's time zone. -->
<#macro sentTo key resentKey address class="">
  <#if resent??>
    <p class="lg-resent ${class}" role="status" tabindex="-1"<#if !(messagesPerField.existsError("code") || (comparisonAsked!false))> autofocus</#if>><#compress>
      <#list msg(resentKey, "\xFFFC", "\xFFFB")?split("\xFFFC") as part><#list part?split("\xFFFB") as piece>${piece}<#sep><time datetime="${resent.at}">${resent.time}</time></#sep></#list><#sep><span class="lg-value"><bdi>${address}</bdi></span></#sep></#list>
    </#compress></p>
    <#if resent.pauseSeconds gt 0><noscript><p class="lg-hint">${msg(ofEmail("linkgateCheckEmailPause"), resent.pauseSeconds, resent.pauseSeconds?c)}</p></noscript></#if>
  <#else>
    <p class="${class}" role="status"><@around key=key value=address/></p>
  </#if>
</#macro>

<#-- Opens the mailbox, at the email where the provider can do that. -->
<#macro webmailButton class>
  <#if webmail??><p class="lg-buttons"><a class="${class}" href="${webmail.url}" target="_blank" rel="noopener noreferrer">${with("linkgateCheckEmailOpen", webmail.name)}</a></p></#if>
</#macro>

<#-- Sends another link; a script counts down until that is possible again. Once a limit is exceeded, only a reload of the page makes it possible. -->
<#macro resendButton class>
  <#local pauses = (resent.pauseSeconds)?? && resent.pauseSeconds gt 0>
  <button type="submit" class="${class}" name="action" value="resend"<#if resendLimited!false> disabled</#if><#if pauses> data-pause="${resent.pauseSeconds?c}"</#if>>${msg(ofEmail("linkgateCheckEmailResend"))}<#if pauses><span class="lg-countdown"></span></#if></button>
</#macro>

<#-- The comparison code that is entered where the link is opened: open once that has happened. The nested content looks for that without scripts. -->
<#macro comparison>
        <#local isAsked = comparisonAsked!false>
        <details class="lg-more" id="linkgate-comparison"<#if isAsked> open</#if>>
          <summary>${msg("linkgateCheckEmailOther")}</summary>
          <div id="linkgate-comparison-code" tabindex="-1"<#if isAsked> autofocus</#if>>
          <p id="linkgate-opened"<#if !isAsked> hidden</#if>>${msg("linkgateCheckEmailOpened")}</p>
          <p>${msg("linkgateCheckEmailCrossDevice")}</p>
          <p class="lg-comparison-code" dir="ltr"><span role="img" aria-label="<#list 0..<comparisonCode?length as i>${comparisonCode[i]}<#sep> </#list>">${comparisonCode}</span></p>
          <p class="lg-hint">${msg("linkgateCheckEmailCodeWarning")}</p>
          </div>
<#nested>
        </details>
</#macro>

<#-- A text field with its label, as keycloak.v2 or older themes build it; the nested content is its input. -->
<#macro field name label error="" errorId="input-error-${name}">
  <#local wraps = (properties.kcFormGroupLabelClass!"")?has_content>
  <div class="${properties.kcFormGroupClass!}">
    <#if wraps>
      <div class="${properties.kcFormGroupLabelClass!}">
        <label for="${name}" class="${properties.kcFormLabelClass!}"><span class="${properties.kcFormLabelTextClass!}">${label}</span></label>
      </div>
      <span class="${properties.kcInputClass!}<#if error?has_content> ${properties.kcError!}</#if>"><#nested ""></span>
    <#else>
      <label for="${name}" class="${properties.kcLabelClass!}">${label}</label>
      <#nested properties.kcInputClass!"">
    </#if>
    <#if error?has_content>
      <span id="${errorId}" class="${properties.kcInputErrorMessageClass!}" aria-live="polite">${error}</span>
    </#if>
  </div>
</#macro>

<#macro button label name="" value="" id="" isMain=false>
  <button type="submit"<#if id?has_content> id="${id}"</#if><#if name?has_content> name="${name}" value="${value}"</#if>
          class="${properties.kcButtonClass!} <#if isMain>${properties.kcButtonPrimaryClass!}<#else>${(properties.kcButtonSecondaryClass)!(properties.kcButtonDefaultClass)!}</#if> ${properties.kcButtonBlockClass!} ${properties.kcButtonLargeClass!}">${label}</button>
</#macro>

<#-- A button for another way of the flow, as Keycloak's own list of ways has it. -->
<#macro wayButton way>
  <div class="${properties.kcFormGroupClass!}">
    <button type="submit" class="${plainButton()}" name="authenticationExecution" value="${way.authExecId}" formnovalidate>${msg(way.displayName)}</button>
  </div>
</#macro>

<#-- Has the theme's layout show no link to the list of ways. -->
<#function never><#return false></#function>
<#macro withoutOtherWayLink><#global auth = auth + {"showTryAnotherWayLink": never}></#macro>

<#-- The classes of any other button, in any theme. -->
<#function plainButton>
  <#return "${properties.kcButtonClass!} ${(properties.kcButtonSecondaryClass)!(properties.kcButtonDefaultClass)!} ${properties.kcButtonBlockClass!} ${properties.kcButtonLargeClass!}">
</#function>

<#-- The classes of a page's one main button, in any theme. -->
<#function primaryButton>
  <#return "${properties.kcButtonClass!} ${properties.kcButtonPrimaryClass!} ${properties.kcButtonBlockClass!} ${properties.kcButtonLargeClass!}">
</#function>

<#-- The text of a link back to the application, by its name if the page knows it. -->
<#function backText>
  <#return (clientName??)?then(with("linkgateBackTo", clientName), msg("linkgateBackToApplication"))>
</#function>

<#-- Where the user finds the application again; pages that are Keycloak's know only its home page. -->
<#function wayOn>
  <#if wayBack??><#return wayBack></#if>
  <#return ((client.baseUrl)?has_content)?then({"url": (client.baseUrl)!""}, {})>
</#function>

<#-- The way back to the application as a page's one button: to its page, or to its server by the server's name. -->
<#macro back class id="">
  <#local way = wayOn()>
  <#if way.url??>
    <p class="lg-buttons"><a<#if id?has_content> id="${id}"</#if> class="${class}" href="${way.url}"><#if way.host??><span><@around key="linkgateInvitationGoOn" value=way.host/></span><#else>${backText()}</#if></a></p>
  </#if>
</#macro>

<#-- A sentence that sends the user back to the application, by its name if the page knows it. -->
<#macro goBack key named>
  <#if clientName?? || client??><@around key=named value=application()/><#else>${msg(key)}</#if>
</#macro>

<#-- An email's content, whose Japanese lines break between phrases where that is known. -->
<#macro phrases><#if (lang!"")?starts_with("ja")><div style="word-break:auto-phrase;overflow-wrap:anywhere;text-wrap:pretty"><#nested></div><#else><#nested></#if></#macro>

<#-- A browser and its system; the names are from a fixed list. -->
<#macro browserName of><#if of.browser?? && of.system??>${msg("linkgateCrossDeviceBrowserOn", of.browser, of.system)}<#else>${of.browser!of.system!msg("linkgateCrossDeviceUnknown")}</#if></#macro>

<#-- A button that asks for something else than the page's main one, in a group of its own. -->
<#macro again label value>
  <div class="${properties.kcFormGroupClass!}"><@button label=label name="action" value=value/></div>
</#macro>

<#-- A provider's icon, in themes that have icons for them. -->
<#macro providerIcon provider><#if (properties.kcCommonLogoIdP)?has_content && provider.iconClasses?has_content><i class="${properties.kcCommonLogoIdP} ${provider.iconClasses}" aria-hidden="true"></i></#if></#macro>

<#-- The identity providers that the flow offers, as Keycloak's own forms have them. -->
<#macro providers>
  <#if social?? && social.providers?has_content>
    <div id="kc-social-providers" class="${properties.kcFormSocialAccountSectionClass!}">
      <hr>
      <h2>${msg("identity-provider-login-label")}</h2>
      <ul class="${properties.kcFormSocialAccountListClass!}">
        <#list social.providers as provider>
          <li><a id="social-${provider.alias}" class="${properties.kcFormSocialAccountListButtonClass!}" href="${provider.loginUrl}"><@providerIcon provider/><span class="${properties.kcFormSocialAccountNameClass!}">${provider.displayName!}</span></a></li>
        </#list>
      </ul>
    </div>
  </#if>
</#macro>
