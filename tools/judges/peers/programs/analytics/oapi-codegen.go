package main

import (
	"bytes"
	"context"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"

	"github.com/oapi-codegen/runtime/types"
	client "peer"
)

const rows = "period_start,brand,region,model_family,units_sold,stock_units\n2026-09,Toyota,Oslo,Corolla,41,63\n2026-10,Toyota,Oslo,Corolla,38,70\n"

func expect[T any](value *T, body []byte, err error) T {
	if err != nil || value == nil {
		panic(fmt.Sprint(err, string(body)))
	}
	return *value
}

func main() {
	url, ctx := os.Getenv("COVENANT_URL"), context.Background()
	token := ""
	api, err := client.NewClientWithResponses(url, client.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		if token != "" {
			request.Header.Set("Authorization", "Bearer "+token)
		}
		return nil
	}))
	if err != nil {
		panic(err)
	}
	login, err := api.LoginUserWithResponse(ctx, client.LoginRequest{Email: types.Email(os.Getenv("COVENANT_EMAIL")), Password: os.Getenv("COVENANT_PASSWORD")})
	token = expect(login.JSON200, login.Body, err).AccessToken

	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	form.WriteField("dealer_id", "fjordbil-oslo")
	form.WriteField("period", "2026-09/2026-10")
	file, _ := form.CreateFormFile("file", "sales.csv")
	file.Write([]byte(rows))
	form.Close()
	uploaded, err := api.UploadFileWithBodyWithResponse(ctx, nil, form.FormDataContentType(), &body)
	id := expect(uploaded.JSON202, uploaded.Body, err).JobId
	wait := int32(30)
	for {
		answer, err := api.GetJobWithResponse(ctx, id, &client.GetJobParams{Wait: &wait})
		job := expect(answer.JSON200, answer.Body, err)
		if job.FinishedAt != nil {
			fmt.Println(job.Status)
			break
		}
	}
	brands := client.BrandFilter{"toyota"}
	listed, err := api.ListIndicesWithResponse(ctx, &client.ListIndicesParams{BrandId: &brands})
	for _, each := range expect(listed.JSON200, listed.Body, err).Items {
		if each.Date.String() >= "2026-09" {
			fmt.Println(each.Date, *each.Units)
		}
	}
}
