<#-- The frame of all our emails: tables, because email clients support little else. The build inlines the first style sheet into all templates here. -->
<#import "/linkgate-step-parts.ftl" as sentence>

<#macro email title preheader>
<#local backdrop = (branding.backgroundColor)!"#eef0f5">
<#local direction = ltr?then("ltr", "rtl")>
<#local start = ltr?then("left", "right")>
<!DOCTYPE html>
<html lang="${lang}" dir="${direction}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
  <meta name="x-apple-disable-message-reformatting">
  <title>${title}</title>
  <style>
    body { margin: 0; padding: 0; }
    td, a { font-family: -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif; }
    h1 { margin: 0 0 16px; font-size: 22px; line-height: 28px; font-weight: bold; color: #151923; }
    p { margin: 0 0 16px; font-size: 16px; line-height: 24px; }
    .lg-preheader { display: none; max-height: 0; max-width: 0; overflow: hidden; opacity: 0; }
    .lg-frame { padding: 32px 12px; }
    .lg-card { max-width: 520px; background-color: #ffffff; border: 1px solid #dde1ea; border-radius: 12px; border-collapse: separate; }
    .lg-pad { padding: 36px 40px; font-size: 16px; line-height: 24px; color: #151923; word-break: break-word; }
    .lg-sender { margin: 0 0 24px; font-size: 14px; line-height: 21px; font-weight: bold; color: #545c6d; }
    .lg-logo { display: block; height: 40px; width: auto; max-width: 200px; margin: 0 0 24px; border: 0; font-size: 18px; font-weight: bold; }
    .lg-action { margin: 0 0 24px; }
    .lg-fill { border-radius: 8px; }
    .lg-button { display: inline-block; padding: 14px 32px; border-radius: 8px; font-size: 16px; line-height: 20px; font-weight: bold; text-decoration: none; }
    .lg-code { margin: 0 0 24px; font-family: 'Courier New', Courier, monospace; font-size: 28px; line-height: 36px; font-weight: bold; letter-spacing: 4px; }
    .lg-fact { margin: 0 0 12px; font-size: 13px; line-height: 20px; color: #545c6d; word-break: break-word; }
    .lg-copy { margin: 8px 0 0; font-size: 12px; line-height: 18px; color: #545c6d; }
    .lg-copied { display: block; color: #545c6d; text-align: left; text-decoration: none; word-break: break-all; }
    .lg-quote { margin: 0 0 24px; padding: 12px 16px; font-size: 16px; line-height: 24px; }
    .lg-note { margin: 0 0 12px; padding: 20px 0 0; border-top: 1px solid #dde1ea; font-size: 14px; line-height: 21px; color: #545c6d; }
    .lg-grey { color: #545c6d; text-decoration: underline; }
  </style>
  <style data-embed>
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .lg-page { background-color: #0d1016 !important; }
      .lg-card { background-color: #181c25 !important; border-color: #2e3441 !important; }
      .lg-text { color: #eceff6 !important; }
      .lg-muted { color: #aab2c2 !important; }
      .lg-line { border-color: #2e3441 !important; }
      <#-- Logos are made for light emails: a dark one would vanish. -->
      .lg-logo { padding: 6px 8px !important; border-radius: 7px !important; background-color: #ffffff !important; }
    }
    @media (max-width: 480px) {
      .lg-pad { padding: 24px 20px !important; }
    }
    <#-- Between phrases; where that isn't known, lines break anywhere, as before. -->
    <#if lang?starts_with("ja")>
    h1, p, .lg-pad { word-break: auto-phrase !important; overflow-wrap: anywhere !important; text-wrap: pretty !important; }
    </#if>
  </style>
</head>
<body class="lg-page" style="background-color:${backdrop}">
<div class="lg-preheader">${preheader}<#list 1..40 as _>&#847;&zwnj;&nbsp;</#list></div>
<div role="article" aria-roledescription="email" aria-label="${title}" lang="${lang}" dir="${direction}">
<table role="presentation" class="lg-page" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${backdrop}" style="background-color:${backdrop}">
  <tr>
    <td class="lg-frame" align="center">
      <!--[if mso]><table role="presentation" width="520" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
      <table role="presentation" class="lg-card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff">
        <tr>
          <td class="lg-text lg-pad" align="${start}">
            <#if (branding.logo)?has_content>
              <img class="lg-logo" src="${branding.logo}" alt="${clientName!realmName}" height="40">
            <#else>
              <p class="lg-sender lg-muted">${realmName}</p>
            </#if>
            <h1 class="lg-text">${title}</h1>
            <#nested>
          </td>
        </tr>
      </table>
      <!--[if mso]></td></tr></table><![endif]-->
    </td>
  </tr>
</table>
</div>
</body>
</html>
</#macro>

<#macro button label>
<#local primary = (branding.primaryColor)!"#2347c5">
<#local onPrimary = (branding.onPrimaryColor)!"#ffffff">
            <table role="presentation" class="lg-action" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td class="lg-fill" align="center" bgcolor="${primary}" style="background-color:${primary}">
                  <a class="lg-button" href="${link}" style="color:${onPrimary}"><!--[if mso]><i style="mso-font-width:300%;mso-text-raise:21pt" hidden>&emsp;</i><span style="mso-text-raise:10pt"><![endif]-->${label}<!--[if mso]></span><i style="mso-font-width:300%" hidden>&emsp;&#8203;</i><![endif]--></a>
                </td>
              </tr>
            </table>
</#macro>

<#-- Facts about the email, each on its line. -->
<#macro facts>
            <p class="lg-fact lg-muted"><#nested><#if (branding.logo)?has_content><br><@sentence.around key="linkgateMagicLinkSentBy" value=realmName/></#if></p>
</#macro>

<#-- Where a text written by users starts, by its first letter: few email clients align by direction. -->
<#function side text>
  <#return text?matches(r"(?s)\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc].*")?then("right", "left")>
</#function>

<#-- The link as text, in case the button doesn't work. -->
<#macro copy>
            <p class="lg-copy lg-muted">${msg("linkgateMagicLinkCopy")}<br><a class="lg-muted lg-copied" dir="ltr" href="${link}">${link}</a></p>
</#macro>

<#macro note>
            <p class="lg-note lg-muted lg-line"><#nested></p>
</#macro>
