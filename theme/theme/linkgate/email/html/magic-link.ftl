<#-- The HTML of the mail with a sign-in link: tables and inline styles, because mail programs keep little else. -->
<#assign application = clientName!realmName>
<#assign primary = (brand.primaryColor)!"#2347c5">
<#assign onPrimary = (brand.onPrimaryColor)!"#ffffff">
<#assign backdrop = (brand.backgroundColor)!"#eef0f5">
<#assign font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<!DOCTYPE html>
<html lang="${lang}" dir="${ltr?then('ltr', 'rtl')}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
  <meta name="x-apple-disable-message-reformatting">
  <title>${msg("linkgateMailTitle", application)}</title>
  <style>
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .lg-page { background-color: #0d1016 !important; }
      .lg-card { background-color: #181c25 !important; border-color: #2e3441 !important; }
      .lg-text { color: #eceff6 !important; }
      .lg-muted { color: #aab2c2 !important; }
      .lg-line { border-color: #2e3441 !important; }
    }
    @media (max-width: 480px) {
      .lg-pad { padding: 24px 20px !important; }
    }
  </style>
</head>
<body class="lg-page" style="margin:0;padding:0;background-color:${backdrop};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all">${msg("linkgateMailExpiry", lifetimeMinutes)}<#list 1..40 as _>&#847;&zwnj;&nbsp;</#list></div>
<table role="presentation" class="lg-page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${backdrop}" style="background-color:${backdrop}">
  <tr>
    <td align="center" style="padding:32px 12px">
      <!--[if mso]><table role="presentation" width="520" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
      <table role="presentation" class="lg-card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:520px;background-color:#ffffff;border:1px solid #dde1ea;border-radius:12px;border-collapse:separate">
        <tr>
          <td class="lg-text lg-pad" align="${ltr?then('left', 'right')}" style="padding:36px 40px;${font};font-size:16px;line-height:24px;color:#151923">
            <#if (brand.logo)?has_content>
              <img src="${brand.logo}" alt="${application}" height="40" style="display:block;height:40px;width:auto;max-width:200px;margin:0 0 24px;border:0;font-size:18px;font-weight:bold">
            </#if>
            <h1 class="lg-text" style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:bold;color:#151923">${msg("linkgateMailTitle", application)}</h1>
            <#if (brand.text)?has_content>
              <p style="margin:0 0 16px"><#list brand.text?split("\n") as line>${line}<#sep><br></#sep></#list></p>
            </#if>
            <p style="margin:0 0 24px">${msg("linkgateMailButtonIntro", application)}</p>
            <table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">
              <tr>
                <td align="center" bgcolor="${primary}" style="border-radius:8px;background-color:${primary}">
                  <a href="${link}" style="display:inline-block;padding:14px 32px;border-radius:8px;${font};font-size:16px;line-height:20px;font-weight:bold;color:${onPrimary};text-decoration:none;mso-padding-alt:0"><!--[if mso]><i style="mso-font-width:300%;mso-text-raise:21pt" hidden>&emsp;</i><span style="mso-text-raise:10pt"><![endif]-->${msg("linkgateMailButton")}<!--[if mso]></span><i style="mso-font-width:300%" hidden>&emsp;&#8203;</i><![endif]--></a>
                </td>
              </tr>
            </table>
            <#if code??>
              <p style="margin:0 0 8px">${msg("linkgateMailCode")}</p>
              <p dir="ltr" style="margin:0 0 24px;font-size:26px;line-height:32px;font-weight:bold;letter-spacing:4px">${code}</p>
            </#if>
            <p style="margin:0 0 24px"><strong>${msg("linkgateMailExpiry", lifetimeMinutes)}</strong></p>
            <p class="lg-muted" style="margin:0 0 6px;font-size:14px;line-height:21px;color:#545c6d">${msg("linkgateMailCopy")}</p>
            <p dir="ltr" style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all"><a class="lg-text" href="${link}" style="color:#151923;text-decoration:underline">${link}</a></p>
            <p class="lg-muted lg-line" style="margin:0 0 12px;padding:20px 0 0;border-top:1px solid #dde1ea;font-size:14px;line-height:21px;color:#545c6d">${msg("linkgateMailUnasked")}</p>
            <p class="lg-muted" style="margin:0;font-size:14px;line-height:21px;color:#545c6d">${msg("linkgateMailSentTo")} <bdi>${email}</bdi><br>${msg("linkgateMailSentBy")} <bdi>${realmName}</bdi></p>
          </td>
        </tr>
      </table>
      <!--[if mso]></td></tr></table><![endif]-->
    </td>
  </tr>
</table>
</body>
</html>
