/**
 * Marks a mutation that cannot be part of an outer transaction, because it calls payment providers or commits step by
 * step: `...committingByItself(needs('auctions:write'))`.
 */
export function committingByItself<Options extends { extensions: object }>(options: Options) {
  return { ...options, extensions: { ...options.extensions, commitsByItself: true } };
}
