<#-- Prints a message that contains a value somebody typed, such as an e-mail address. -->

<#--
  The value stands for {0}. It doesn't pass through msg(), which replaces every ${…} in its arguments by the page's
  attributes; it is isolated, so that it reads right in right-to-left languages. client stands for {1}.
-->
<#macro around key value client="">
  <#compress>
    <#list msg(key, "\xFFFC", client)?split("\xFFFC") as part>${part}<#sep><bdi>${value}</bdi></#sep></#list>
  </#compress>
</#macro>
