package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"

	client "peer"
)

func expect[T any](value *T, body []byte, err error) T {
	if err != nil || value == nil {
		panic(fmt.Sprint(err, string(body)))
	}
	return *value
}

func main() {
	id, ctx := os.Getenv("COVENANT_LAB"), context.Background()
	api, err := client.NewClientWithResponses(os.Getenv("COVENANT_URL"), client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("COVENANT_TOKEN"))
		return nil
	}))
	if err != nil {
		panic(err)
	}
	finish := func(deployment client.Deployment) {
		for deployment.FinishedAt == nil {
			time.Sleep(500 * time.Millisecond)
			answer, err := api.GetDeploymentWithResponse(ctx, deployment.DeploymentId, nil)
			deployment = expect(answer.JSON200, answer.Body, err)
		}
		for _, result := range deployment.Results {
			fmt.Println(*result.StudentId, *result.State)
		}
	}

	deployed, err := api.DeployLabWithResponse(ctx, nil, client.DeployRequest{LabId: id, StudentIds: []string{"anna"}})
	finish(expect(deployed.JSON202, deployed.Body, err))
	deleted, err := api.DeleteLabWithResponse(ctx, nil, client.DeleteRequest{LabId: id})
	finish(expect(deleted.JSON202, deleted.Body, err))
}
