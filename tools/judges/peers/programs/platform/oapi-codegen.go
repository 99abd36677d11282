package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
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
	reached := func(state client.InstanceState) {
		for {
			answer, err := api.ListLabInstancesWithResponse(ctx, id, nil)
			instance := expect(answer.JSON200, answer.Body, err).Items[0]
			if instance.State == state {
				fmt.Println(*instance.StudentId, instance.State)
				return
			}
			if instance.State == client.INSTANCESTATEFAILED {
				panic(*instance.Advice)
			}
			time.Sleep(500 * time.Millisecond)
		}
	}

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	file, _ := form.CreateFormFile("file", "lab.yaml")
	fmt.Fprintf(file, "lab_id: %s\nname: A generated client\ncontainers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}\n", id)
	form.Close()
	uploaded, err := api.UploadLabWithBodyWithResponse(ctx, nil, form.FormDataContentType(), &body)
	expect(uploaded.JSON201, uploaded.Body, err)
	started, err := api.StartLabWithResponse(ctx, id, nil, client.StartRequest{StudentIds: []string{"anna"}})
	expect(started.JSON202, started.Body, err)
	reached(client.INSTANCESTATERUNNING)
	stopped, err := api.StopLabWithResponse(ctx, id, nil, client.StopRequest{})
	expect(stopped.JSON202, stopped.Body, err)
	reached(client.INSTANCESTATESTOPPED)
}
