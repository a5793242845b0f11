/** Calls an operation of the API. @throws Error when it does not succeed. */
export async function call<Reply>(url: string, method: string, path: string, body?: object, token?: string) {
  const reply = await fetch(url + path, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as Reply;
}

export const credentials = { email: 'bench@lab.example', password: 'nine tall mango trees' };

/** @returns the token of a new account. */
export async function signUp(url: string): Promise<string> {
  await call(url, 'POST', '/api/auth/signup', credentials);
  return (await call<{ token: string }>(url, 'POST', '/api/auth/login', credentials)).token;
}

/** Runs `work` so many times, several at once. */
export async function repeat(times: number, work: () => Promise<unknown>, atOnce = 8) {
  let left = times;
  const lane = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
