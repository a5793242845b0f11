import { Connection, type HttpReply } from '../http/connection';

/** As many connections as are in use at a time; each is used again and again. */
export class Pool {
  private readonly free: Connection[] = [];
  private readonly all: Connection[] = [];

  constructor(private readonly url: string) {}

  async send(request: Buffer): Promise<HttpReply> {
    let connection = this.free.pop();
    while (connection?.isClosed) connection = this.free.pop();
    connection ??= await this.open();
    const reply = await connection.send(request);
    this.free.push(connection);
    return reply;
  }

  close() {
    for (const connection of this.all) connection.close();
  }

  private async open(): Promise<Connection> {
    const connection = await Connection.open(this.url);
    this.all.push(connection);
    return connection;
  }
}
