/** Returns the headers of every answer: browsers do not guess its media type and, over https, use https only. */
export function securityHeaders({ publicUrl }: { readonly publicUrl: string }): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}
