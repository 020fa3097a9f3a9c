/** True for an address of this machine, as sockets tell it. */
export function isLoopback(address: string): boolean {
  return /^(?:127\.|::1$|::ffff:127\.)/.test(address)
}
