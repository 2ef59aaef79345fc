/**
 * Drops the characters that turn the direction of writing: in the title of a tab or a preview, which has no elements to isolate a
 * text, they would turn what follows as well.
 */
export function withoutDirections(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
}
