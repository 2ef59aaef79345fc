/** What a stream of server-sent events says, until it ends or breaks off. Comments are left out. */
export async function* eventsOf(answer: Response): AsyncGenerator<{ event: string; data: string }> {
  let unread = '';
  try {
    for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
      unread += text;
      const blocks = unread.split('\n\n');
      unread = blocks.pop()!;
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
        const data = fields.get('data');
        if (data !== undefined) yield { event: fields.get('event') ?? 'message', data };
      }
    }
  } catch {
    // It broke off, with the process that sent it or because nobody wants it any more.
  }
}
