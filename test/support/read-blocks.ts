/** Reads an event stream block by block, comments included. */
export function readBlocks(answer: Response) {
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  return {
    /** @returns `null` at the end of the stream */
    async nextBlock(): Promise<string | null> {
      while (!buffer.includes('\n\n')) {
        const { value, done } = await reader.read();
        if (done) return null;
        buffer += value;
      }
      const [block] = buffer.split('\n\n', 1);
      buffer = buffer.slice(block!.length + 2);
      return block!;
    },
    cancel: () => reader.cancel(),
  };
}
