<#-- Messages that contain user input, such as an email address or the name of an application. -->

<#--
  The value stands for {0}. It doesn't pass through msg(), which replaces every ${…} in its arguments by other messages.
-->
<#function with key value>
  <#return msg(key, "\xFFFC")?replace("\xFFFC", value)>
</#function>

<#-- Prints it with the value isolated, so that it displays correctly in right-to-left languages. -->
<#macro around key value>
  <#compress>
    <#list msg(key, "\xFFFC")?split("\xFFFC") as part>${part}<#sep><bdi>${value}</bdi></#sep></#list>
  </#compress>
</#macro>
