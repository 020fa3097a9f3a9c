/** A path with slashes, as Vite writes the ids of modules, also on Windows. */
export function withSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}

/** The address below which Vite's development server has a file or folder outside of its root. A path on Windows has no slash at its start. */
export function fileAddress(path: string): string {
  return `/@fs/${withSlashes(path).replace(/^\//, '')}`
}
