import { Connection, requestBytes } from '../http/connection';

export const password = 'nine tall mango trees';

/** Signs somebody up and logs them in. @returns their token. */
export async function newPerson(url: string, email: string): Promise<string> {
  const connection = await Connection.open(url);
  try {
    const signedUp = await connection.send(requestBytes('POST', '/api/auth/signup', { email, password }));
    if (signedUp.status !== 201) throw new Error(`signUp answered ${signedUp.status} ${signedUp.body}`);
    const { body } = await connection.send(requestBytes('POST', '/api/auth/login', { email, password }));
    return JSON.parse(body).token;
  } finally {
    connection.close();
  }
}
