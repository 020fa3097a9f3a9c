/**
 * Ends this process when the shell in which npm started it has ended. npm passes SIGTERM to that shell alone, and Debian's shell
 * ends without passing it on.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}
