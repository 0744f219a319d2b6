package relyingparty;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A relying party as in Spring Security's reference: sign-in, RP-initiated logout and back-channel logout. */
@SpringBootApplication
@RestController
public class Application {
    public static void main(String[] args) {
        SpringApplication.run(Application.class, args);
    }

    @GetMapping("/")
    String home(@AuthenticationPrincipal OidcUser user) {
        return user.getEmail();
    }

    @GetMapping("/signed-out")
    String signedOut() {
        return "Signed out";
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http, ClientRegistrationRepository clients) throws Exception {
        var signOut = new OidcClientInitiatedLogoutSuccessHandler(clients);
        signOut.setPostLogoutRedirectUri("{baseUrl}/signed-out");
        return http
            .authorizeHttpRequests(rules -> rules.requestMatchers("/signed-out").permitAll().anyRequest().authenticated())
            .oauth2Login(Customizer.withDefaults())
            .oidcLogout(logout -> logout.backChannel(Customizer.withDefaults()))
            .logout(logout -> logout.logoutSuccessHandler(signOut))
            .build();
    }
}
