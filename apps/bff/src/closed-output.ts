/** Without a listener, a reader that ends early, as in `| head -1`, would end the process. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
