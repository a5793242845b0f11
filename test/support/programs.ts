import { existsSync } from 'node:fs';
import { connect } from 'node:net';

export const isInstalled = (...files: string[]) => files.every((file) => existsSync(file));

/** Whether a program listens on a port of this machine. */
export const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
