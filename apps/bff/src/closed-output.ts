/** A reader that has ended, as in `| head -1`, is no failure. Without a listener it would end the process. */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
