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
	labs := client.NewAPIClient(configuration).LabsAPI
	ctx := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("COVENANT_TOKEN"))

	reached := func(state client.InstanceState) {
		for {
			instance := expect(labs.ListLabInstances(ctx, id).Execute()).Items[0]
			if instance.State == state {
				fmt.Println(*instance.StudentId.Get(), instance.State)
				return
			}
			if instance.State == client.INSTANCE_STATE_FAILED {
				panic(*instance.Advice.Get())
			}
			time.Sleep(500 * time.Millisecond)
		}
	}

	file, _ := os.Create("lab.yaml")
	fmt.Fprintf(file, "lab_id: %s\nname: A generated client\ncontainers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}\n", id)
	file.Seek(0, 0)
	expect(labs.UploadLab(ctx).File(file).Execute())
	expect(labs.StartLab(ctx, id).StartRequest(*client.NewStartRequest([]string{"anna"})).Execute())
	reached(client.INSTANCE_STATE_RUNNING)
	expect(labs.StopLab(ctx, id).StopRequest(*client.NewStopRequest()).Execute())
	reached(client.INSTANCE_STATE_STOPPED)
}
