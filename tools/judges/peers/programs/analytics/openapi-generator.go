package main

import (
	"context"
	"fmt"
	"os"

	client "github.com/GIT_USER_ID/GIT_REPO_ID"
)

const rows = "period_start,brand,region,model_family,units_sold,stock_units\n2026-09,Toyota,Oslo,Corolla,41,63\n2026-10,Toyota,Oslo,Corolla,38,70\n"

func expect[T any](value *T, _ any, err error) T {
	if err != nil {
		panic(err)
	}
	return *value
}

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("COVENANT_URL")}}
	api, ctx := client.NewAPIClient(configuration), context.Background()
	account := client.NewLoginRequest(os.Getenv("COVENANT_EMAIL"), os.Getenv("COVENANT_PASSWORD"))
	tokens := expect(api.AuthenticationAPI.LoginUser(ctx).LoginRequest(*account).Execute())
	ctx = context.WithValue(ctx, client.ContextAccessToken, tokens.AccessToken)

	file, _ := os.Create("sales.csv")
	file.WriteString(rows)
	file.Seek(0, 0)
	accepted := expect(api.IngestAPI.UploadFile(ctx).File(file).DealerId("fjordbil-oslo").Period("2026-09/2026-10").Execute())
	for {
		job := expect(api.IngestAPI.GetJob(ctx, accepted.JobId).Wait(30).Execute())
		if job.FinishedAt.Get() != nil {
			fmt.Println(job.Status)
			break
		}
	}
	for _, each := range expect(api.IndicesAPI.ListIndices(ctx).BrandId([]string{"toyota"}).Execute()).Items {
		if each.GetDate() >= "2026-09" {
			fmt.Println(each.GetDate(), each.GetUnits())
		}
	}
}
