import java.util.Set;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DeploymentsApi;
import org.openapitools.client.model.DeleteRequest;
import org.openapitools.client.model.DeployRequest;
import org.openapitools.client.model.Deployment;

public class Job {
  public static void main(String[] args) throws Exception {
    String id = System.getenv("COVENANT_LAB");
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("COVENANT_URL"));
    client.setRequestInterceptor(
        request -> request.setHeader("Authorization", "Bearer " + System.getenv("COVENANT_TOKEN")));

    DeploymentsApi deployments = new DeploymentsApi(client);
    finished(deployments, deployments.deployLab(new DeployRequest().labId(id).studentIds(Set.of("anna")).groups(null), null, null));
    // An optional list of unique items is empty, and sent, unless it is null.
    finished(deployments, deployments.deleteLab(new DeleteRequest().labId(id).studentIds(null).groupIds(null), null, null));
  }

  static void finished(DeploymentsApi deployments, Deployment deployment) throws Exception {
    while (deployment.getFinishedAt() == null) {
      Thread.sleep(500);
      deployment = deployments.getDeployment(deployment.getDeploymentId(), null);
    }
    for (var result : deployment.getResults()) System.out.println(result.getStudentId() + " " + result.getState());
  }
}
