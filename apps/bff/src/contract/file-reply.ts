/** A reply that is a file to save. Its name has no characters that need quotes in a header. */
export class FileReply {
  constructor(
    readonly name: string,
    readonly type: string,
    readonly parts: AsyncIterable<string | Uint8Array>,
  ) {}
}
