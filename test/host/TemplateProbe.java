import freemarker.cache.FileTemplateLoader;
import freemarker.cache.MultiTemplateLoader;
import freemarker.cache.StringTemplateLoader;
import freemarker.cache.TemplateLoader;
import freemarker.core.HTMLOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateMethodModelEx;
import java.io.File;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.forms.login.MessageType;
import org.keycloak.theme.beans.MessageBean;
import org.keycloak.theme.beans.MessagesPerFieldBean;

/**
 * Prints what a page of any theme shows at its top, a line for each message: none, one without a text, one with a text. The arguments are the
 * template's name (any-page.ftl for one of Linkgate's layout) and the folders with templates.
 */
final class TemplateProbe {
    /** A theme's layout, as far as it is asked for the message. */
    private static final String LAYOUT = "<#macro registrationLayout displayMessage=true pageTitle=''>"
        + "<#if displayMessage && message?has_content>${message.summary}<#else>none</#if><#nested 'none'></#macro>";
    /** A page that has nothing but Linkgate's layout in that theme. */
    private static final String ANY_PAGE =
        "<#import 'linkgate-layout.ftl' as layout><@layout.registrationLayout; section></@layout.registrationLayout>";

    public static void main(String[] args) throws Exception {
        StringTemplateLoader layout = new StringTemplateLoader();
        layout.putTemplate("template.ftl", LAYOUT);
        layout.putTemplate("any-page.ftl", ANY_PAGE);
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_32);
        configuration.setOutputFormat(HTMLOutputFormat.INSTANCE);
        List<TemplateLoader> loaders = new ArrayList<>(List.of(layout));
        for (int i = 1; i < args.length; i++) loaders.add(new FileTemplateLoader(new File(args[i])));
        configuration.setTemplateLoader(new MultiTemplateLoader(loaders.toArray(TemplateLoader[]::new)));
        for (MessageBean message : new MessageBean[] {
            null, new MessageBean(null, MessageType.ERROR), new MessageBean("shown", MessageType.ERROR)
        }) {
            Map<String, Object> model = new HashMap<>();
            model.put("message", message);
            model.put("messagesPerField", new MessagesPerFieldBean());
            model.put("msg", (TemplateMethodModelEx) given -> given.get(0));
            model.put("properties", Map.of());
            model.put("url", Map.of("resourcesPath", ""));
            model.put("prompts", false);
            model.put("state", "waiting");
            model.put("clientName", "");
            StringWriter page = new StringWriter();
            configuration.getTemplate(args[0]).process(model, page);
            System.out.println(page.toString().trim());
        }
    }
}
