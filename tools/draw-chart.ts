// `npm run print:schema`: draws bench/results.svg from the table of bench/RESULTS.md: what an operation costs the service beside
// hand-written code; `--check` compares instead.
import { readFile } from 'node:fs/promises';
import { printFile } from './print-file.ts';

interface Bar {
  readonly operation: string;
  readonly peer: string;
  readonly ratio: number;
}

const results = await readFile(new URL('../bench/RESULTS.md', import.meta.url), 'utf8');
await printFile('bench/results.svg', draw(barsOf(results)));

/** Reads the rows of the hand-written peers: `| GET one | ours | …`, then `| | fastify-pg | 0.139 (…) | **1.51** (≤ 1.4) | …`. */
function barsOf(text: string): Bar[] {
  let operation = '';
  return text.split('\n').flatMap((line) => {
    const [, name = '', server = '', , ratio = ''] = line.split('|').map((cell) => cell.trim());
    if (server === 'ours') operation = name;
    if (server !== 'fastify-pg' && server !== 'mercurius') return [];
    const peer = server === 'mercurius' ? 'Mercurius' : 'Fastify + pg';
    return [{ operation, peer, ratio: Number(/[\d.]+/.exec(ratio)![0]) }];
  });
}

function draw(bars: readonly Bar[]): string {
  const [left, unit, height] = [290, 180, 24];
  const bottom = 60 + bars.length * height;
  const width = left + 2.6 * unit;
  const rows = bars.flatMap(({ operation, peer, ratio }, index) => {
    const y = 60 + index * height;
    const fill = ratio > 1 ? '#b45309' : '#0b5d50';
    return [
      `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${operation}, ${peer}</text>`,
      `<rect x="${left}" y="${y + 3}" width="${(ratio * unit).toFixed(0)}" height="15" fill="${fill}"/>`,
      `<text x="${(left + ratio * unit + 6).toFixed(0)}" y="${y + 14}">${ratio.toFixed(2)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${bottom + 16}" font-family="system-ui, sans-serif" font-size="12">`,
    `<rect width="${width}" height="${bottom + 16}" fill="#fff"/>`,
    '<text x="12" y="24" font-size="15" font-weight="600">Processor time of the service beside hand-written code</text>',
    '<text x="12" y="44">1 is equal. Green costs less than the peer, brown costs more.</text>',
    ...rows,
    `<line x1="${left + unit}" y1="52" x2="${left + unit}" y2="${bottom}" stroke="#111" stroke-dasharray="3 3"/>`,
    '</svg>',
    '',
  ].join('\n');
}
