/**
 * A long text on stdout, part by part as its reader takes it: what is written to a pipe that is full waits in memory. Of a reader
 * that goes away nobody waits, and the rest is not made.
 */
export async function printParts(
  parts: Iterable<string>,
  stream: NodeJS.WritableStream = process.stdout,
): Promise<void> {
  for (const part of parts) {
    if (!stream.writable) return;
    if (stream.write(part)) continue;
    await takenOrGone(stream);
  }
}

const takenOrGone = (stream: NodeJS.WritableStream): Promise<void> =>
  new Promise((resolve) => {
    const events = ['drain', 'error', 'close'];
    const done = () => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
