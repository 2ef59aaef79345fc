// `npm run print:schema`: writes every committed file that is generated: first the schema and the documents, then the types of the
// clients, of the example and of the seller's pages, which are made from those, and the chart of the bench; `--check` compares instead.
for (const file of [
  './print-words.ts',
  './print-generated.ts',
  '../packages/client/print-client.ts',
  '../examples/front-end/codegen.ts',
  './print-page-answers.ts',
  './draw-chart.ts',
]) {
  await import(file);
}
