import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AuthenticationApi;
import org.openapitools.client.api.IndicesApi;
import org.openapitools.client.api.IngestApi;
import org.openapitools.client.model.LoginRequest;

public class Job {
  static final String ROWS =
      "period_start,brand,region,model_family,units_sold,stock_units\n2026-09,Toyota,Oslo,Corolla,41,63\n2026-10,Toyota,Oslo,Corolla,38,70\n";

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("COVENANT_URL"));
    LoginRequest account =
        new LoginRequest().email(System.getenv("COVENANT_EMAIL")).password(System.getenv("COVENANT_PASSWORD"));
    String token = new AuthenticationApi(client).loginUser(account).getAccessToken();
    client.setRequestInterceptor(request -> request.setHeader("Authorization", "Bearer " + token));

    Path file = Files.writeString(Path.of("sales.csv"), ROWS);
    IngestApi ingest = new IngestApi(client);
    var accepted =
        ingest.uploadFile(file.toFile(), "fjordbil-oslo", "2026-09/2026-10", null, null, null, null, null, null, null);
    var job = ingest.getJob(accepted.getJobId(), 30);
    while (job.getFinishedAt() == null) job = ingest.getJob(accepted.getJobId(), 30);
    System.out.println(job.getStatus());
    var indices =
        new IndicesApi(client)
            .listIndices(List.of("toyota"), null, null, null, null, null, null, null, null, null, null, null, null, null);
    for (var each : indices.getItems())
      if (each.getDate().toString().compareTo("2026-09") >= 0) System.out.println(each.getDate() + " " + each.getUnits());
  }
}
