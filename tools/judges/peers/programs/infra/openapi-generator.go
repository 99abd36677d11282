package main

import (
	"context"
	"fmt"
	"os"
	"time"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

func expect[T any](value *T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return *value
}

func main() {
	id := os.Getenv("COVENANT_LAB")
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("COVENANT_URL")}}
	deployments := client.NewAPIClient(configuration).DeploymentsAPI
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("COVENANT_TOKEN"))

	finish := func(deployment client.Deployment) {
		for deployment.FinishedAt.Get() == nil {
			time.Sleep(500 * time.Millisecond)
			deployment = expect(deployments.GetDeployment(ctx, deployment.DeploymentId).Execute())
		}
		for _, result := range deployment.Results {
			fmt.Println(*result.StudentId.Get(), *result.State.Get())
		}
	}

	finish(expect(deployments.DeployLab(ctx).DeployRequest(*client.NewDeployRequest(id, []string{"anna"})).Execute()))
	finish(expect(deployments.DeleteLab(ctx).DeleteRequest(*client.NewDeleteRequest(id)).Execute()))
}
