/** Quotes a text as one word for a POSIX shell. Inside single quotes only the single quote is special. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
