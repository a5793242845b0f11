/** A reply one of whose arrays is read and written page by page, so that its length needs no memory. */
export class StreamedReply<Body extends object, Field extends keyof Body = keyof Body> {
  constructor(
    /** Everything apart from the array. */
    readonly rest: Omit<Body, Field>,
    readonly field: Field & string,
    readonly pages: AsyncIterable<Body[Field]>,
    /** Called when it is written, or will not be. */
    readonly close: () => void,
  ) {}
}

/** A reply that is a file to keep, written in parts. */
export class FileReply {
  constructor(
    /** Without characters that a header would need quoted. */
    readonly name: string,
    readonly parts: AsyncIterable<string>,
  ) {}
}

/** The reply as JSON, in parts. @param validator is given the rest with an empty array, then each item. */
export async function* jsonOf<Body extends object, Field extends keyof Body>(
  { rest, field, pages }: StreamedReply<Body, Field>,
  validator: { rest(body: object): void; items(items: unknown[]): void } = { rest: () => {}, items: () => {} },
) {
  validator.rest({ ...rest, [field]: [] });
  yield `${JSON.stringify(rest).slice(0, -1)},"${field}":[`;
  let separator = '';
  for await (const page of pages as AsyncIterable<unknown[]>) {
    validator.items(page);
    if (page.length) yield separator + JSON.stringify(page).slice(1, -1);
    separator = ',';
  }
  yield ']}';
}
