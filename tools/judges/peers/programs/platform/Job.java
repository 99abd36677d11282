import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.LabsApi;
import org.openapitools.client.model.InstanceState;
import org.openapitools.client.model.StartRequest;
import org.openapitools.client.model.StopRequest;

public class Job {
  public static void main(String[] args) throws Exception {
    String id = System.getenv("COVENANT_LAB");
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("COVENANT_URL"));
    client.setRequestInterceptor(
        request -> request.setHeader("Authorization", "Bearer " + System.getenv("COVENANT_TOKEN")));
    String lab =
        "lab_id: " + id + "\nname: A generated client\ncontainers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}\n";

    LabsApi labs = new LabsApi(client);
    labs.uploadLab(Files.writeString(Path.of("lab.yaml"), lab).toFile(), null);
    labs.startLab(id, new StartRequest().studentIds(Set.of("anna")), null);
    reached(labs, id, InstanceState.INSTANCE_STATE_RUNNING);
    // An optional list of unique items is empty, and sent, unless it is null.
    labs.stopLab(id, null, new StopRequest().studentIds(null));
    reached(labs, id, InstanceState.INSTANCE_STATE_STOPPED);
  }

  static void reached(LabsApi labs, String id, InstanceState state) throws Exception {
    var instance = labs.listLabInstances(id, null, null, null).getItems().get(0);
    while (instance.getState() != state) {
      if (instance.getState() == InstanceState.INSTANCE_STATE_FAILED) throw new IllegalStateException(instance.getAdvice());
      Thread.sleep(500);
      instance = labs.listLabInstances(id, null, null, null).getItems().get(0);
    }
    System.out.println(instance.getStudentId() + " " + instance.getState());
  }
}
