/**
 * A long text on stdout, part by part as its reader takes it: what is written to a pipe that is full waits in memory. A reader that
 * goes away ends the process as it does for any text.
 */
export async function printParts(
  parts: Iterable<string>,
  stream: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  for (const part of parts) {
    if (stream.write(part)) continue;
    await new Promise<void>((resolve) => stream.once('drain', () => resolve()));
  }
}
