/** Tells a person who waits what goes on. */
export function tell(text: string): void {
  console.error(`${new Date().toISOString()} ${text}`);
}

/** Writes what was measured, in Markdown, and the faults, which fail the bench. */
export function report(markdown: string, faults: Iterable<string> = []): void {
  console.log(markdown);
  for (const fault of new Set(faults)) {
    console.error(`Fault: ${fault}`);
    process.exitCode = 1;
  }
}
