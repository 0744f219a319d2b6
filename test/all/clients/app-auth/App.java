package app;

import android.content.Context;
import android.net.Uri;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import net.openid.appauth.AppAuthConfiguration;
import net.openid.appauth.AuthState;
import net.openid.appauth.AuthorizationException;
import net.openid.appauth.AuthorizationRequest;
import net.openid.appauth.AuthorizationResponse;
import net.openid.appauth.AuthorizationService;
import net.openid.appauth.AuthorizationServiceConfiguration;
import net.openid.appauth.EndSessionRequest;
import net.openid.appauth.ResponseTypeValues;
import net.openid.appauth.TokenResponse;
import net.openid.appauth.connectivity.ConnectionBuilder;
import org.json.JSONObject;
import org.junit.Test;
import org.junit.runner.JUnitCore;
import org.junit.runner.RunWith;
import org.junit.runner.notification.Failure;
import org.robolectric.RobolectricTestRunner;
import org.robolectric.RuntimeEnvironment;
import org.robolectric.annotation.Config;
import org.robolectric.shadows.ShadowLooper;

/**
 * An app made with AppAuth for Android. Robolectric, which runs tests on Android's own classes in a JVM, runs it as one.
 *
 * <p>It reads its settings and then its actions from standard input, as a line of JSON each, and writes a line for each action.
 * It stores nothing: the state that an app stores is a part of these lines.
 */
@RunWith(RobolectricTestRunner.class)
@Config(sdk = 30, manifest = Config.NONE)
public class App {
    private static final long POLL_MILLIS = 10;

    /** AppAuth itself only permits https. */
    private static final ConnectionBuilder CONNECTIONS =
        uri -> (HttpURLConnection) new URL(uri.toString()).openConnection();

    private JSONObject settings;
    private AuthorizationServiceConfiguration server;
    private AuthorizationService service;

    public static void main(String[] args) {
        for (Failure failure : JUnitCore.runClasses(App.class).getFailures()) System.err.println(failure.getTrace());
        System.exit(0);
    }

    @Test
    public void run() throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        settings = new JSONObject(input.readLine());
        var configuration = new AppAuthConfiguration.Builder()
            .setConnectionBuilder(CONNECTIONS)
            .setSkipIssuerHttpsCheck(true)
            .build();
        Context context = RuntimeEnvironment.getApplication();
        service = new AuthorizationService(context, configuration);
        server = await(future ->
            AuthorizationServiceConfiguration.fetchFromIssuer(
                Uri.parse(settings.optString("issuer")),
                (found, error) -> complete(future, found, error),
                CONNECTIONS));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println(perform(new JSONObject(line)));
        }
    }

    private JSONObject perform(JSONObject action) throws Exception {
        try {
            return switch (action.getString("action")) {
                case "request" -> request();
                case "exchange" -> exchange(action);
                case "renew" -> renew(AuthState.jsonDeserialize(action.getString("state")));
                case "end" -> end(AuthState.jsonDeserialize(action.getString("state")));
                default -> throw new IllegalArgumentException(action.toString());
            };
        } catch (AuthorizationException exception) {
            return new JSONObject().put("error", exception.error == null ? exception.toString() : exception.error);
        }
    }

    private JSONObject request() throws Exception {
        var request = new AuthorizationRequest.Builder(
                server,
                settings.getString("client_id"),
                ResponseTypeValues.CODE,
                Uri.parse(settings.getString("redirect_uri")))
            .setScope("openid email")
            .build();
        return new JSONObject().put("url", request.toUri()).put("request", request.jsonSerializeString());
    }

    private JSONObject exchange(JSONObject action) throws Exception {
        var request = AuthorizationRequest.jsonDeserialize(action.getString("request"));
        var response = new AuthorizationResponse.Builder(request)
            .fromUri(Uri.parse(action.getString("callback")))
            .build();
        var state = new AuthState(response, null);
        TokenResponse tokens = await(future ->
            service.performTokenRequest(
                response.createTokenExchangeRequest(),
                (received, error) -> complete(future, received, error)));
        state.update(tokens, null);
        return stored(state);
    }

    private JSONObject renew(AuthState state) throws Exception {
        state.setNeedsTokenRefresh(true);
        String accessToken = await(future ->
            state.performActionWithFreshTokens(
                service,
                (token, idToken, error) -> complete(future, token, error)));
        return stored(state).put("access_token", accessToken);
    }

    private JSONObject end(AuthState state) throws Exception {
        var request = new EndSessionRequest.Builder(server)
            .setIdTokenHint(state.getIdToken())
            .setPostLogoutRedirectUri(Uri.parse(settings.getString("redirect_uri")))
            .build();
        return new JSONObject().put("url", request.toUri());
    }

    private static JSONObject stored(AuthState state) throws Exception {
        return new JSONObject().put("state", state.jsonSerializeString());
    }

    private static <T> void complete(CompletableFuture<T> future, T value, AuthorizationException error) {
        if (error == null) future.complete(value);
        else future.completeExceptionally(error);
    }

    /** AppAuth calls back on the main thread, whose messages are handled here. */
    private static <T> T await(Consumer<CompletableFuture<T>> start) throws Exception {
        var future = new CompletableFuture<T>();
        start.accept(future);
        while (!future.isDone()) {
            ShadowLooper.idleMainLooper();
            Thread.sleep(POLL_MILLIS);
        }
        if (!future.isCompletedExceptionally()) return future.get();
        throw (Exception) future.handle((value, error) -> error).get();
    }
}
