import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.regex.Pattern;

public class Pay {
    static final String NOVACORE = "http://localhost:3000/api";
    static final String SANDBOX = "http://localhost:3001/control";
    static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** Repeats a call after 429, 5xx and a lost answer. Throws after other failures. */
    static String send(String method, String url, String body, String token) throws Exception {
        var content = body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
        var request = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
        request.method(method, content);
        if (body != null) request.header("content-type", "application/json");
        if (token != null) request.header("authorization", "Bearer " + token);
        for (long pause = 1; ; pause *= 2) {
            long wait = pause;
            try {
                var answer = CLIENT.send(request.build(), BodyHandlers.ofString());
                int status = answer.statusCode();
                if (status >= 200 && status < 300) return answer.body();
                if (pause > 32 || (status != 429 && status < 500))
                    throw new IllegalStateException(method + " " + url + ": " + status + " " + answer.body());
                wait = answer.headers().firstValueAsLong("retry-after").orElse(pause);
            } catch (IOException lost) {
                if (pause > 32) throw lost;
            }
            Thread.sleep(1_000 * wait);
        }
    }

    /** One text of a JSON object. The JDK has no JSON parser: use the one of your project instead. */
    static String field(String json, String name) {
        var found = Pattern.compile('"' + name + "\"\\s*:\\s*\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new IllegalStateException("No " + name + " in " + json);
        return found.group(1);
    }

    public static void main(String[] arguments) throws Exception {
        var person = """
            {"email": "partner-%d@lab.example", "password": "nine tall mango trees"}
            """.formatted(System.nanoTime());
        send("POST", NOVACORE + "/auth/signup", person, null);
        var token = field(send("POST", NOVACORE + "/auth/login", person, null), "token");

        var order = field(send("POST", NOVACORE + "/user/order", "{\"amount\": 150}", null), "id");
        send("POST", NOVACORE + "/user/order/" + order + "/claim", null, token);

        // In a browser checkout does this. The sandbox pays on request.
        var paid = send("POST", SANDBOX + "/orders/" + order + "/pay", "{\"method\": \"upi\"}", null);
        var identifiers = """
            {"razorpay_order_id": "%s", "razorpay_payment_id": "%s", "razorpay_signature": "%s"}
            """.formatted(order, field(paid, "razorpay_payment_id"), field(paid, "razorpay_signature"));

        System.out.println(field(send("POST", NOVACORE + "/user/verify", identifiers, token), "message"));
        System.out.println(field(send("GET", NOVACORE + "/user/order/" + order, null, token), "status"));
    }
}
