package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"strconv"
	"time"
)

const (
	novacore = "http://localhost:3000/api"
	sandbox  = "http://localhost:3001/control"
)

type object = map[string]any

var client = http.Client{Timeout: 30 * time.Second}

// once sends a call. The status is 0 if no answer came.
func once(method, url string, body object, token string) (status int, retryAfter string, text []byte) {
	var content []byte
	if body != nil {
		content, _ = json.Marshal(body)
	}
	request, err := http.NewRequest(method, url, bytes.NewReader(content))
	if err != nil {
		log.Fatal(err)
	}
	if body != nil {
		request.Header.Set("content-type", "application/json")
	}
	if token != "" {
		request.Header.Set("authorization", "Bearer "+token)
	}
	answer, err := client.Do(request)
	if err != nil {
		return 0, "", nil
	}
	defer answer.Body.Close()
	if text, err = io.ReadAll(answer.Body); err != nil {
		return 0, "", nil
	}
	return answer.StatusCode, answer.Header.Get("retry-after"), text
}

// send repeats a call after 429, 5xx and a lost answer. It ends the program after other failures.
func send(method, url string, body object, token string) (answer object) {
	for pause := 1; ; pause *= 2 {
		status, retryAfter, text := once(method, url, body, token)
		if status >= 200 && status < 300 && json.Unmarshal(text, &answer) == nil {
			return answer
		}
		if pause > 32 || (status != 0 && status != 429 && status < 500) {
			log.Fatalf("%s %s: %d %s", method, url, status, text)
		}
		wait, err := strconv.Atoi(retryAfter)
		if err != nil {
			wait = pause
		}
		time.Sleep(time.Duration(wait) * time.Second)
	}
}

func main() {
	email := fmt.Sprintf("partner-%d@lab.example", time.Now().UnixNano())
	person := object{"email": email, "password": "nine tall mango trees"}
	send("POST", novacore+"/auth/signup", person, "")
	token := send("POST", novacore+"/auth/login", person, "")["token"].(string)

	order := send("POST", novacore+"/user/order", object{"amount": 150}, "")["id"].(string)
	send("POST", novacore+"/user/order/"+order+"/claim", nil, token)

	// In a browser checkout does this. The sandbox pays on request.
	identifiers := send("POST", sandbox+"/orders/"+order+"/pay", object{"method": "upi"}, "")
	delete(identifiers, "payment")

	verified := send("POST", novacore+"/user/verify", identifiers, token)
	fmt.Println(verified["message"])
	fmt.Println(send("GET", novacore+"/user/order/"+order, nil, token)["status"])
}
