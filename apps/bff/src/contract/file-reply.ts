/** A file to save. Its name must not need quotes in a header. */
export class FileReply {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly parts: AsyncIterable<string | Uint8Array>,
  ) {}
}
