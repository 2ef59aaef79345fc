/** Returns the headers of every answer: browsers do not guess its media type and, over https, use https only. */
export function securityHeaders({ publicUrl }: { readonly publicUrl: string }): Readonly<Record<string, string>> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

/** Makes the policy of a page: a browser loads and runs nothing but what `sources` allow, by directive. */
export function contentSecurityPolicy(sources: Readonly<Record<string, string>>): string {
  const policy = {
    'default-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...sources,
  };
  return Object.entries(policy)
    .map(([directive, allowed]) => `${directive} ${allowed}`)
    .join('; ');
}
