import { connect } from 'node:net';

/** Sends these very bytes, and answers all that comes back until the other side closes or has been silent for four seconds. */
export function exchange(port: number, ...parts: string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost');
    let answer = '';
    const end = () => {
      socket.destroy();
      resolve(answer);
    };
    socket.setTimeout(4_000, end);
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', end);
    socket.on('error', end);
    socket.write(parts.join('\r\n'));
  });
}
