import { bySql } from '#one-statement/plugin.ts';
import { lastLine, lineProperties, linesOfAuction, type TranscriptPlace } from '../../../auctions/bids/transcript.ts';
import { builder, shownToAll } from '../builder.ts';
import { Auction } from './auction.ts';
import { exposed } from './exposed.ts';

const sql = { columns: () => lineProperties };

export const TranscriptHead = builder.objectRef<TranscriptPlace>('TranscriptHead').implement({
  sql,
  description: 'The last line of a transcript. Compare it with the head that others were shown.',
  fields: exposed(() => ({
    position: ['Int', 'The position of the line: the number of lines.', shownToAll],
    hash: ['String', 'SHA-256 of the line, in hex.', shownToAll],
  })),
});

const Line = builder.objectRef<TranscriptPlace & { readonly line: string }>('TranscriptLine').implement({
  sql,
  description: 'A line of a transcript: a bid, a void, an extension or the result.',
  fields: exposed(() => ({
    position: ['Int', 'Its position, from 1 on.', shownToAll],
    hash: ['String', 'SHA-256 of `line` in UTF-8, in hex. The next line contains it.', shownToAll],
    line: ['String', 'Canonical JSON (RFC 8785), as it is hashed.', shownToAll],
  })),
});

const Transcript = builder.objectRef<object>('Transcript').implement({
  sql: { columns: () => ({}) },
  description:
    'What has happened in an auction, as a chain of lines: each contains the hash of the line before. The package `verify-transcript` verifies it.',
  fields: (t) => ({
    head: t.field({
      access: { public: [] },
      sql: { from: lastLine },
      type: TranscriptHead,
      nullable: true,
      description: 'Its last line; null before the first bid or result.',
    }),
    lines: t.connection(
      {
        access: { scope: 'auctions:read', or: 'admin', public: ['first', 'after', 'last', 'before'] },
        sql: { page: linesOfAuction, rowsCounted: () => 0 },
        resolve: bySql,
        type: Line,
        description: 'Its lines, the first one first.',
      },
      { name: 'TranscriptLineConnection', description: 'One page of lines.' },
      { name: 'TranscriptLineEdge', description: 'A line and its place in the connection.' },
    ),
  }),
});

builder.prismaObjectFields(Auction, (t) => ({
  transcript: t.field({
    access: { public: [] },
    sql: { from: '' },
    type: Transcript,
    description: 'What has happened in the auction, so that anybody can check the result.',
  }),
}));
