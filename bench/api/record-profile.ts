import { once } from 'node:events';

/** What V8's profiler saw, as in a `.cpuprofile`: a tree of calls, and the node and microseconds of each sample. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const sampleEveryMicroseconds = 200;

/**
 * Profiles a process while `work` goes on.
 *
 * @param inspectorPort which it was started with, as `--inspect`
 */
export async function recordProfile(inspectorPort: number, work: () => Promise<unknown>): Promise<CpuProfile> {
  const targets = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
  const [target] = (await targets.json()) as [{ webSocketDebuggerUrl: string }];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  let lastId = 0;
  const tell = async (method: string, params: object = {}): Promise<object> => {
    const id = (lastId += 1);
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
      const answer = JSON.parse(data) as { id?: number; result: object };
      if (answer.id === id) return answer.result;
    }
  };
  await tell('Profiler.enable');
  await tell('Profiler.setSamplingInterval', { interval: sampleEveryMicroseconds });
  await tell('Profiler.start');
  await work();
  const { profile } = (await tell('Profiler.stop')) as { profile: CpuProfile };
  socket.close();
  return profile;
}
