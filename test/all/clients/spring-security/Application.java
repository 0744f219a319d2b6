package relyingparty;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.ClientAuthorizationException;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** A relying party as in Spring Security's reference: sign-in, renewal, RP-initiated logout and back-channel logout. */
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

    /** The user's tokens, which Spring Security renews once they have expired. */
    @GetMapping("/tokens")
    Map<String, String> tokens(@RegisteredOAuth2AuthorizedClient("linkgate") OAuth2AuthorizedClient client) {
        var refreshToken = client.getRefreshToken();
        return Map.of(
            "access_token", client.getAccessToken().getTokenValue(),
            "refresh_token", refreshToken == null ? "" : refreshToken.getTokenValue());
    }

    /** A renewal that the server rejects: Spring Security has deleted the tokens. */
    @ExceptionHandler(ClientAuthorizationException.class)
    ResponseEntity<String> rejected(ClientAuthorizationException exception) {
        return ResponseEntity.status(HttpStatus.UNAUTHORIZED).body(exception.getError().getErrorCode());
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
