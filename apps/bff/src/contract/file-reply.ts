/** A reply that is a file to save, written in parts. */
export class FileReply {
  constructor(
    /** Has no characters that need quotes in a header. */
    readonly name: string,
    readonly parts: AsyncIterable<string>,
  ) {}
}
