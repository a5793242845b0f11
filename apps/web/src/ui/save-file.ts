/** How long the file can be read: some browsers ask first, and read it later. */
const readableMs = 60_000;

/** Hands a file to the browser, which saves it. */
export function saveFile(name: string, content: BlobPart, type: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), readableMs);
}
