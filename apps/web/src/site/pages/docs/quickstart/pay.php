<?php

const NOVACORE = 'http://localhost:3000/api';
const SANDBOX = 'http://localhost:3001/control';

/** Repeats a call after 429, 5xx and a lost answer. Throws after other failures. */
function send(string $method, string $url, ?array $body = null, ?string $token = null): array
{
    $options = [
        'method' => $method,
        'header' => array_filter([
            $body ? 'content-type: application/json' : '',
            $token ? "authorization: Bearer $token" : '',
        ]),
        'content' => $body ? json_encode($body) : '',
        'timeout' => 30,
        'ignore_errors' => true, // Read the body of a failure too.
    ];
    for ($pause = 1; ; $pause *= 2) {
        $http_response_header = [];
        $text = @file_get_contents($url, false, stream_context_create(['http' => $options]));
        $head = implode("\n", $http_response_header);
        $status = preg_match('/^HTTP\S+ (\d+)/', $head, $found) ? (int) $found[1] : 0;
        $answer = json_decode((string) $text, true);
        if ($answer && $status >= 200 && $status < 300) {
            return $answer;
        }
        if ($pause > 32 || ($status >= 400 && $status < 500 && $status !== 429)) {
            throw new RuntimeException("$method $url: $status $text");
        }
        sleep(preg_match('/^retry-after: (\d+)/mi', $head, $found) ? (int) $found[1] : $pause);
    }
}

$email = 'partner-' . hrtime(true) . '@lab.example';
$person = ['email' => $email, 'password' => 'nine tall mango trees'];
send('POST', NOVACORE . '/auth/signup', $person);
$token = send('POST', NOVACORE . '/auth/login', $person)['token'];

$order = send('POST', NOVACORE . '/user/order', ['amount' => 150])['id'];
send('POST', NOVACORE . "/user/order/$order/claim", null, $token);

// In a browser checkout does this. The sandbox pays on request.
$identifiers = send('POST', SANDBOX . "/orders/$order/pay", ['method' => 'upi']);
unset($identifiers['payment']);

$verified = send('POST', NOVACORE . '/user/verify', $identifiers, $token);
echo $verified['message'], "\n";
echo send('GET', NOVACORE . "/user/order/$order", null, $token)['status'], "\n";
