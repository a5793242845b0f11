import json
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import Request, urlopen

NOVACORE = 'http://localhost:3000/api'
SANDBOX = 'http://localhost:3001/control'


def send(method, url, body=None, token=None):
    """Repeats a call after 429, 5xx and a lost answer. Ends the program after other failures."""
    headers = {'content-type': 'application/json'} if body else {}
    if token:
        headers['authorization'] = f'Bearer {token}'
    content = json.dumps(body).encode() if body else None
    pause = 1
    while True:
        wait = pause
        try:
            with urlopen(Request(url, content, headers, method=method), timeout=30) as answer:
                return json.load(answer)
        except HTTPError as problem:
            if pause > 32 or (problem.code != 429 and problem.code < 500):
                raise SystemExit(f'{method} {url}: {problem.code} {problem.read().decode()}')
            wait = int(problem.headers.get('retry-after', pause))
        except (OSError, HTTPException):
            if pause > 32:
                raise
        time.sleep(wait)
        pause *= 2


email = f'partner-{time.time_ns()}@lab.example'
person = {'email': email, 'password': 'nine tall mango trees'}
send('POST', f'{NOVACORE}/auth/signup', person)
token = send('POST', f'{NOVACORE}/auth/login', person)['token']

order = send('POST', f'{NOVACORE}/user/order', {'amount': 150})['id']
send('POST', f'{NOVACORE}/user/order/{order}/claim', token=token)

# In a browser checkout does this. The sandbox pays on request.
paid = send('POST', f'{SANDBOX}/orders/{order}/pay', {'method': 'upi'})
identifiers = {name: paid[name] for name in paid if name.startswith('razorpay_')}

verified = send('POST', f'{NOVACORE}/user/verify', identifiers, token)
print(verified['message'])
print(send('GET', f'{NOVACORE}/user/order/{order}', token=token)['status'])
